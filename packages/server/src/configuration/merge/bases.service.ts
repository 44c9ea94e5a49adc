import type { listBases, NewerExchange, ServiceBase } from '@atrium/contract/configuration/bases';
import { isLeftOutPlace } from '@atrium/contract/configuration/ignored-files';
import type { EndpointResponse } from '@atrium/contract/endpoint';
import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { AppError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { People } from '../../accounts/people/people.service.ts';
import type { Database } from '../../database/schema.ts';
import type { Caller } from '../../http/caller.ts';
import type { ConfigurationParts } from '../configuration-parts.ts';
import { checksumsOf, readMetadata } from '../live-configuration.ts';
import type { RemoteService } from '../pull/manifest.ts';
import { hasPullAfter, type PullRecord } from '../pull/pull.repository.ts';
import type { Pulls } from '../pull/pull.service.ts';
import { type Exchange, findExchange, upsertExchange } from '../versions/exchange.repository.ts';

interface Parts extends ConfigurationParts {
  people: People;
  pulls: Pulls;
}

/** Compares pulls with the last exchange with their branch. */
export class Bases {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async list(caller: Caller, uuid: string): Promise<EndpointResponse<typeof listBases>> {
    const { db, pulls } = this.#parts;
    const pull = await pulls.find(caller.domainId, uuid);
    const { domainId, gitUrl, branch } = pull;
    const bases: Record<string, ServiceBase> = {};
    for (const service of pull.services) {
      const { serviceId } = service;
      const exchange = await findExchange(db, { domainId, serviceId, gitUrl, branch });
      if (exchange === undefined) continue;
      const [submitted, newer] = await Promise.all([
        this.#readSubmitted(caller, exchange),
        findNewer(this.#parts, exchange, pull),
      ]);
      bases[serviceId] = { ...baseOf(exchange, service, submitted), ...(newer && { newer }) };
    }
    return { services: bases };
  }

  /** The last exchange of a service with a branch. */
  find(place: Parameters<typeof findExchange>[1]): Promise<Exchange | undefined> {
    return findExchange(this.#parts.db, place);
  }

  /**
   * Counts a service and a branch with the same files as exchanged, however they became the same: later changes of one side
   * are then no conflict. Does nothing if `former` is already an exchange of these files.
   */
  async recordSame(
    same: Omit<Exchange, 'direction' | 'id' | 'submittedVersion'>,
    former: Pick<Exchange, 'checksums'> | undefined,
  ): Promise<void> {
    const { db, random } = this.#parts;
    const files = Object.entries(same.checksums);
    const isKnown =
      former !== undefined &&
      files.length === Object.keys(former.checksums).length &&
      files.every(([path, checksum]) => former.checksums[path] === checksum);
    if (isKnown) return;
    const exchange = { ...same, id: random.id(), direction: 'PULL' as const, submittedVersion: same.version };
    await db.transaction().execute((transaction) => upsertExchange(transaction, exchange));
  }

  /** Live files once the exchange was submitted; undefined if the service does not respond. */
  async #readSubmitted(
    caller: Caller,
    { serviceId, submittedVersion }: Exchange,
  ): Promise<ReadonlyMap<string, string> | undefined> {
    try {
      const client = this.#parts.services.getClient(caller);
      return checksumsOf(await readMetadata(client, serviceId, { version: submittedVersion }));
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  }
}

function baseOf(
  { id, checksums }: Exchange,
  { files, ignoredPaths }: RemoteService,
  submitted: ReadonlyMap<string, string> | undefined,
): ServiceBase {
  const remote = new Map(files.map((file) => [filePathOf(file), file.checksum]));
  const changed = Object.entries(checksums).filter(([path, checksum]) => remote.get(path) !== checksum);
  const added = [...remote.keys()].filter((path) => !Object.hasOwn(checksums, path));
  const isMoved = new Set([...changed.map(([path]) => path), ...added]);
  const leftOut = new Set(ignoredPaths);
  const decided = submitted === undefined ? [] : [...new Set([...submitted.keys(), ...remote.keys()])];
  const kept = decided.filter(
    (path) =>
      !isMoved.has(path) && submitted?.get(path) !== remote.get(path) && !isLeftOutPlace(path, leftOut),
  );
  return { exchange: id, changed: Object.fromEntries(changed), added, kept };
}

/** The exchange, if a pull of another commit that was made after this one, or a push, made it. */
async function findNewer(
  { db, people }: { db: Kysely<Database>; people: People },
  exchange: Exchange,
  pull: PullRecord,
): Promise<NewerExchange | undefined> {
  const { commitSha, direction, exchangedOn, userId } = exchange;
  if (commitSha === pull.commitSha || exchangedOn < pull.createdOn) return undefined;
  // An older pull may be submitted after this one was made.
  if (direction === 'PULL' && !(await hasPullAfter(db, exchange, pull.createdOn))) return undefined;
  const user = (await people.listNames([userId])).get(userId) ?? '';
  return { commitSha, direction, exchangedOn: exchangedOn.toISOString(), user };
}
