import type { TestSource } from '@atrium/contract/service-api/functions/test-sources';
import { listTestsOfSources } from '@atrium/contract/service-api/functions/tests';
import { AppError, UnavailableError } from '@atrium/host/errors';
import type { ComposedService, Composition } from '../configuration/candidate/candidate.service.ts';
import type { ServiceClient } from '../services/service-client.ts';
import { LIST_TIMEOUT_MS, type ListedTests, listLive, type TestLister } from './test-list.ts';

interface CandidateTests {
  list: TestLister;
  /** Why the tests of a service do not read the candidate. */
  untested: ReadonlyMap<string, string>;
}

/**
 * Sources for one service: shipped services can reach each other's files, so they receive all sources. Any other
 * service receives only its own.
 */
export function sourcesFor<Service extends { serviceId: string; isShipped: boolean }>(
  service: Service,
  all: readonly Service[],
): Service[] {
  return service.isShipped
    ? all.filter(({ isShipped }) => isShipped)
    : all.filter(({ serviceId }) => serviceId === service.serviceId);
}

/**
 * Lists the tests of a candidate. A service that cannot test a candidate is listed with its live tests; an unreadable
 * one with the reason. Only shipped services are known to withhold secrets.
 */
export async function listCandidateTests(
  client: ServiceClient,
  { services: composed, unread }: Composition,
  withoutSecrets: boolean,
): Promise<CandidateTests> {
  const untested = new Map<string, string>();
  const listed = new Map<string, ListedTests>();
  const listInto = async (service: ComposedService) => {
    const { serviceId, serviceName, isShipped } = service;
    if (withoutSecrets && !isShipped) {
      const reason = `${serviceName} may not withhold secrets from tests: its tests ran with what is live.`;
      untested.set(serviceId, reason);
      return;
    }
    const sources = sourcesFor(service, composed).map(({ source }) => source);
    const found = await listOne(client, service, sources);
    if (found === undefined)
      untested.set(
        serviceId,
        `${serviceName} cannot test what is not live: its tests ran with what is live.`,
      );
    else listed.set(serviceId, found);
  };
  await Promise.all(composed.map(listInto));
  return {
    untested,
    async list(asked, serviceId) {
      const reason = unread.get(serviceId);
      if (reason !== undefined) throw reason;
      return listed.get(serviceId) ?? listLive(asked, serviceId);
    },
  };
}

/** Undefined if the service does not offer it. */
async function listOne(
  client: ServiceClient,
  { serviceId, serviceName, digest }: ComposedService,
  sources: TestSource[],
): Promise<ListedTests | undefined> {
  try {
    const options = { timeoutMs: 3 * LIST_TIMEOUT_MS };
    const listed = await client.call(serviceId, listTestsOfSources, { body: { sources } }, options);
    if (listed.digest === digest) return listed;
    throw new UnavailableError(`${serviceName} did not read the files that it was given to test.`);
  } catch (error) {
    if (error instanceof AppError && error.kind === 'notFound') return undefined;
    throw error;
  }
}
