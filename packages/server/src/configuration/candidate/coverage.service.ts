import { filesDigest } from '@atrium/contract/service-api/files/files-digest';
import { UnavailableError, UnprocessableError } from '@atrium/host/errors';
import type { Caller } from '../../http/caller.ts';
import type { ConfigurationParts } from '../configuration-parts.ts';
import type { ServiceChange } from '../import/service-change.ts';
import { checksumsOf, readMetadata } from '../live-configuration.ts';
import { hasReturning } from '../return/return.repository.ts';
import { listPassedCandidates, type StoredCandidate } from './candidate.repository.ts';
import { composeFiles } from './compose-files.ts';
import type { Protections } from './protection.service.ts';

/** A service has rarely been tested with the same contents more often, and the newest runs count. */
const MAX_CANDIDATES = 50;

const RETURNING =
  'A test failed, so services are being returned to the versions before. Please try again in a moment.';

interface Parts extends Pick<ConfigurationParts, 'db' | 'services'> {
  protections: Protections;
}

/** Refuses what no passed run covers, in domains that demand one (decision 0030). */
export class Coverage {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Whether calls that write in the service directly would get around it. */
  async has(caller: Pick<Caller, 'domainId'>, serviceId: string): Promise<boolean> {
    const { db, protections } = this.#parts;
    return (await protections.has(caller, serviceId)) || (await hasReturning(db, caller.domainId, serviceId));
  }

  /** Throws UnprocessableError, saying what to do, if a passed run is demanded and none had these contents. */
  async ensure(
    caller: Caller,
    { serviceId, baseVersion: version, changes, ...change }: ServiceChange,
  ): Promise<void> {
    const { db, services, protections } = this.#parts;
    if (await hasReturning(db, caller.domainId, serviceId)) throw new UnavailableError(RETURNING, 2);
    if (!(await protections.has(caller, serviceId))) return;
    const client = services.getClient(caller);
    const base = change.base ?? checksumsOf(await readMetadata(client, serviceId, { version }));
    const digest = filesDigest(composeFiles(base, changes));
    if (digest === filesDigest(base)) return;
    const passed = await listPassedCandidates(db, caller.domainId, { serviceId, digest }, MAX_CANDIDATES);
    const digests = new Map<string, Promise<string>>();
    const digestOf = (id: string) => {
      const known =
        digests.get(id) ?? readMetadata(client, id).then((live) => filesDigest(checksumsOf(live)));
      digests.set(id, known);
      return known;
    };
    for (const { services: tested } of passed) {
      if (
        await isStillTrue(
          tested.filter((other) => other.serviceId !== serviceId),
          digestOf,
        )
      )
        return;
    }
    const { name } = await services.get(serviceId);
    throw new UnprocessableError(uncoveredMessage(name, passed.length > 0), {
      details: { needsPassedRun: true },
    });
  }
}

/**
 * Whether every other service has the files with which it was tested, or still those that the same candidate replaces. One
 * whose tests did not read the candidate was tested with these.
 */
async function isStillTrue(
  others: StoredCandidate['services'],
  digestOf: (serviceId: string) => Promise<string>,
): Promise<boolean> {
  for (const { serviceId, digest, liveDigest, untested } of others) {
    const live = await digestOf(serviceId);
    const wasTested = live === liveDigest || (live === digest && untested === null);
    if (!wasTested) return false;
  }
  return true;
}

function uncoveredMessage(name: string, isOutdated: boolean): string {
  const reason = isOutdated
    ? 'Another service has changed since these contents passed.'
    : 'No passed run covers these contents.';
  return `${name} accepts only what all tests have passed with. ${reason} Test exactly this first, with “Test this merge” or “Test this change” (in the API: POST …/tests/candidate), and submit when the run has passed.`;
}
