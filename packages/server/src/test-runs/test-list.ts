import { consolePaths } from '@atrium/contract/console-paths';
import { listServiceTests, type ServiceTest } from '@atrium/contract/service-api/functions/tests';
import { toTestId } from '@atrium/contract/test-runs/test';
import type { RunnableTests, ServiceTests } from '@atrium/contract/test-runs/test-run';
import { AppError } from '@atrium/host/errors';
import type { Caller } from '../http/caller.ts';
import type { ServiceClient } from '../services/service-client.ts';
import type { RegisteredService, Services } from '../services/services.service.ts';

export const LIST_TIMEOUT_MS = 10_000;

/** The tests of a service, in the version of its configuration that they are listed at. */
export interface ListedTests {
  version: number;
  tests: ServiceTest[];
}

/** Asks a service for its tests. */
export type TestLister = (client: ServiceClient, serviceId: string) => Promise<ListedTests>;

export const listLive: TestLister = (client, serviceId) =>
  client.call(serviceId, listServiceTests, {}, { timeoutMs: LIST_TIMEOUT_MS });

/** Asks every service for the tests of the domain. One that cannot answer is listed with its reason. */
export async function listAllTests(
  services: Services,
  caller: Caller,
  list: TestLister = listLive,
): Promise<ServiceTests[]> {
  const client = services.getClient(caller);
  const registered = await services.listRegistered();
  const groups = await Promise.all(registered.map((service) => listTestsOf(client, service, list)));
  return groups.filter((group) => group !== undefined);
}

/** The tests there are, as a run that has not been run. */
export async function listRunnable(services: Services, caller: Caller): Promise<RunnableTests> {
  const servicesTests = await listAllTests(services, caller);
  return {
    runId: null,
    status: null,
    strategy: 'EXECUTE_ALL',
    userId: null,
    userName: null,
    startedAt: null,
    duration: null,
    startedTestsCount: 0,
    finishedTestsCount: 0,
    counts: {},
    servicesTests,
  };
}

async function listTestsOf(
  client: ServiceClient,
  service: RegisteredService,
  list: TestLister,
): Promise<ServiceTests | undefined> {
  const serviceId = service.id;
  try {
    const { version, tests } = await list(client, serviceId);
    return {
      serviceId,
      version,
      error: null,
      tests: tests.map((test) => {
        const id = toTestId(serviceId, test.id);
        return {
          id,
          fullPath: test.fullPath,
          link: consolePaths.runTests({ test: id }),
          serviceId,
          serviceTag: service.info.be?.tag ?? null,
          action: test.disabled ? 'SKIP' : 'RUN',
          status: null,
          result: null,
          failureKind: null,
          duration: null,
        };
      }),
    };
  } catch (error) {
    // Failures of the platform itself are not the service's fault.
    if (!(error instanceof AppError)) throw error;
    // A service need not offer tests.
    if (error.kind === 'notFound') return undefined;
    return { serviceId, version: null, tests: [], error: error.message };
  }
}
