import type { ExportedMetadata } from '@atrium/contract/service-api/versions/export';
import { AppError, NotFoundError, UnavailableError } from '@atrium/host/errors';
import { toAbsentCaller } from '../../accounts/people/caller.ts';
import { fromStoredOrigin } from '../../audit/stored-origin.ts';
import type { Caller } from '../../http/caller.ts';
import type { StoredReturnedService } from '../configuration.tables.ts';
import type { ConfigurationParts } from '../configuration-parts.ts';
import type { InterruptedChanges } from '../import/interrupted-change.service.ts';
import type { ServiceChanges } from '../import/service-change.service.ts';
import type { ServiceChange } from '../import/service-change.ts';
import { checksumsOf, readMetadata } from '../live-configuration.ts';
import { listBackupsOfKey } from '../versions/backup.repository.ts';
import { changesBack } from '../versions/changes-back.ts';
import { deletePulledExchanges } from '../versions/exchange.repository.ts';
import { claimReturning, type StoredReturn, updateReturn } from './return.repository.ts';

interface Parts extends ConfigurationParts {
  serviceChanges: ServiceChanges;
  interruptedChanges: InterruptedChanges;
  findActor: (userId: string) => Promise<Caller | undefined>;
}

/** A service with the version that is live in it, and whether that is as it was before the submit. */
interface Standing extends StoredReturnedService {
  live: number;
  isChanged: boolean;
  /** It had been put back before someone changed it: only past the platform. */
  wasBack: boolean;
}

/** Steps of one service in one go, back and forward; more mean that something goes on changing. */
const MAX_STEPS = 6;
/** Names of the log entries: of each service that is put back, and of the whole. */
const STEP = 'configuration.return';
const WHOLE = 'configuration.return-submit';

/**
 * Puts all services of a submit back, or none. Each step names the version that it replaces, so it is done once however
 * often it is tried; what has been done is read from the services and the backups, so a killed process leaves nothing
 * that the next one does not find. While it lasts no one else changes these services through the platform. Someone who
 * was faster makes it go forward again: then what was submitted is live in all of them, and what they did stays.
 */
export class Returning {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Throws while a service does not answer: it is tried again. What a service refuses for good is not undone at all; one
   * that refuses the way forward, too, keeps what is live in it, because no other try would end it.
   */
  async run(runId: string, signal: AbortSignal): Promise<void> {
    const { db, findActor, interruptedChanges } = this.#parts;
    const wanted = await claimReturning(db, runId);
    if (wanted === undefined) return;
    const { domainId } = wanted;
    const actor = await findActor(wanted.userId);
    const mayChange = actor?.permissions.includes('configuration.write') ?? false;
    const hasBegun = (await listBackupsOfKey(db, domainId, runId)).length > 0;
    // A return that has begun is finished, even if its person has lost the permission.
    if (!(mayChange || hasBegun)) {
      await this.#end(wanted, 'Whoever submitted it may no longer change what is live.');
      return;
    }
    const person = actor ?? toAbsentCaller(wanted, ['configuration.read']);
    const caller = {
      ...person,
      permissions: mayChange
        ? person.permissions
        : [...person.permissions, 'configuration.read' as const, 'configuration.write' as const],
      ...fromStoredOrigin(wanted),
    };
    const unmoved = new Set<string>();
    const stuck = new Map<string, string>();
    let refusal: string | null = null;
    for (let step = 0; step < MAX_STEPS * wanted.services.length; step++) {
      signal.throwIfAborted();
      await interruptedChanges.settleKey(wanted, runId);
      const standing = await this.#readState(caller, wanted).catch(unknownReason);
      if (typeof standing === 'string') {
        await this.#end(wanted, standing);
        return;
      }
      const changed = standing.filter(({ isChanged }) => isChanged);
      const reason: string | null = changed.length > 0 ? causeOf(changed) : refusal;
      const [next] = standing.filter(
        ({ serviceId, returned, isChanged }) =>
          !isChanged && !unmoved.has(serviceId) && (reason !== null) === (returned !== null),
      );
      if (next === undefined) {
        const left = standing.filter(({ serviceId, isChanged }) => !isChanged && stuck.has(serviceId));
        if (reason === null) await this.#end(wanted, null, standing);
        else await this.#end(wanted, `${reason} ${whatIsLive(standing, left, stuck)}`, left);
        return;
      }
      const outcome = await this.#move(caller, wanted, next);
      if (outcome === 'done') continue;
      if (outcome !== 'nothing to do' && reason === null) {
        refusal = outcome.refusal;
        continue;
      }
      unmoved.add(next.serviceId);
      if (outcome !== 'nothing to do') stuck.set(next.serviceId, outcome.refusal);
    }
    throw new UnavailableError('The services keep changing while a submit is rolled back. Try again.');
  }

  /** State of each service: as submitted, as this return left it, or changed by someone else. */
  async #readState(caller: Caller, { domainId, runId, services }: StoredReturn): Promise<Standing[]> {
    const client = this.#parts.services.getClient(caller);
    const own = await listBackupsOfKey(this.#parts.db, domainId, runId);
    return Promise.all(
      services.map(async (service) => {
        const { version: live } = await readMetadata(client, service.serviceId);
        const made = own.filter(({ serviceId }) => serviceId === service.serviceId);
        const last = made.at(-1);
        // An odd number of steps went back; each further pair went forward and back again.
        const isOurs = last === undefined ? live === service.submitted : live === last.importedVersion;
        const wasBack = made.length % 2 === 1;
        return { ...service, live, isChanged: !isOurs, wasBack, returned: wasBack ? live : null };
      }),
    );
  }

  /** One step: back to the version before, or forward to the submitted one. A permanent refusal is an outcome. */
  async #move(
    caller: Caller,
    { runId, domainId, id, attempt }: StoredReturn,
    service: Standing,
  ): Promise<'done' | 'nothing to do' | { refusal: string }> {
    const { serviceChanges, services } = this.#parts;
    const { serviceId, before, submitted, live, returned } = service;
    const isBack = returned === null;
    const version = isBack ? before : submitted;
    const client = services.getClient(caller);
    try {
      const [then, now] = await Promise.all([
        readMetadata(client, serviceId, { version }),
        readMetadata(client, serviceId, { version: live }),
      ]);
      const changes = changesBack(filesOf(then), filesOf(now));
      if (changes.length === 0) return 'nothing to do';
      const change: ServiceChange = {
        serviceId,
        baseVersion: live,
        base: checksumsOf(now),
        changes,
        restoredVersion: version,
        message: isBack
          ? `Returned to version ${version}, because a test failed`
          : `Went forward to version ${version} again, because another service had been changed`,
        commitSha: null,
        backupKey: runId,
        action: STEP,
        isReturn: true,
      };
      await serviceChanges.submit(caller, change, { domainId, id, attempt });
      return 'done';
    } catch (error) {
      // Someone else changed the service first. The next step looks at the live version.
      if (error instanceof AppError && error.kind === 'conflict') return 'done';
      if (!(error instanceof AppError) || isPassing(error)) throw error;
      const refused = isBack
        ? `${serviceId} could not be returned to version ${version}`
        : `Version ${version} of ${serviceId} could not be made live again`;
      return { refusal: `${refused}: ${error.message}` };
    }
  }

  /** Notes the outcome and logs it, once. */
  async #end(wanted: StoredReturn, reason: string | null, standing: readonly Standing[] = []): Promise<void> {
    const { db, audit, events } = this.#parts;
    const { domainId, userId, runId } = wanted;
    const services = wanted.services.map((service) => {
      const { returned = null } = standing.find(({ serviceId }) => serviceId === service.serviceId) ?? {};
      return { ...service, returned };
    });
    await db.transaction().execute(async (transaction) => {
      const outcome =
        reason === null
          ? ({ state: 'RETURNED', services, outcome: 'Returned, because a test failed.' } as const)
          : ({ state: 'REFUSED', services, reason } as const);
      if (!(await updateReturn(transaction, wanted, outcome))) return;
      // A new pull shows the same differences again.
      for (const { serviceId, before, submitted } of reason === null ? services : [])
        await deletePulledExchanges(transaction, { domainId, serviceId, from: before + 1, to: submitted });
      const named = services.map(({ serviceId, before }) => `${serviceId} to version ${before}`).join(', ');
      await audit.record(transaction, {
        caller: { userId, domainId, ...fromStoredOrigin(wanted) },
        action: reason === null ? WHOLE : `${WHOLE}-refused`,
        message: reason === null ? `Returned ${named}, because a test failed` : reason,
        before: { runId, services: wanted.services },
        after: { runId, services },
      });
      await events.publish(domainId, 'test-run', { runId }, { transaction });
    });
  }
}

/** Worth another try: the service is away or busy. */
const isPassing = ({ status }: AppError): boolean => status >= 500 || status === 429;

const filesOf = ({ folders }: ExportedMetadata) => folders.flatMap(({ files }) => files);

/** A service that was removed, or refuses to say what is live, does so forever; one that is only away is waited for. */
function unknownReason(error: unknown): string {
  if (!(error instanceof AppError) || isPassing(error)) throw error;
  return error instanceof NotFoundError
    ? 'One of its services is no longer registered, so it was not returned.'
    : `What is live in one of its services cannot be read, so it was not returned: ${error.message}`;
}

function causeOf(changed: readonly Standing[]): string {
  const names = changed.map(({ serviceId, live }) => `${serviceId} (version ${live})`).join(', ');
  const isPast = changed.some(({ wasBack }) => wasBack);
  return `Someone changed ${names} ${isPast ? 'without going through the platform' : 'after the submit'}.`;
}

/** Versions that are live after a refused return. `left` lists services that did not go forward again. */
function whatIsLive(
  standing: readonly Standing[],
  left: readonly Standing[],
  refusals: ReadonlyMap<string, string>,
): string {
  const back = standing.filter(({ isChanged, wasBack }) => isChanged && wasBack);
  if (back.length === 0 && left.length === 0) return 'Nothing was undone.';
  const before =
    back.length > 0 ? `${back.map(({ serviceId }) => serviceId).join(', ')} had already been returned; ` : '';
  const kept = left.map(
    ({ serviceId, live, before: version }) =>
      `${refusals.get(serviceId)} Version ${live} is live in ${serviceId}, with the files of version ${version}; `,
  );
  return `${before}${kept.join('')}in all other services the submitted version is live.`;
}
