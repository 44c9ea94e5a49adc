import type { EndpointInput } from '@atrium/contract/endpoint';
import { MAX_RUN_TIMES, type RunTime, type saveRunTime } from '@atrium/contract/test-runs/timetable';
import { onDuplicate } from '@atrium/host/database/errors';
import { NotFoundError, UnprocessableError } from '@atrium/host/errors';
import { nextTick } from '@atrium/host/schedule';
import type { Kysely } from 'kysely';
import type { People } from '../../accounts/people/people.service.ts';
import { restrictionOf } from '../../accounts/people/restriction.ts';
import type { Audit } from '../../audit/audit.service.ts';
import type { Clock, Random } from '../../clock.ts';
import type { Database } from '../../database/schema.ts';
import type { Caller } from '../../http/caller.ts';
import type { Services } from '../../services/services.service.ts';
import { minuteOf, timeOfDay } from '../../time-of-day.ts';
import { describeTime } from './describe-time.ts';
import {
  deleteRunTime,
  findRunTime,
  insertRunTime,
  listRunTimes,
  type SavedRunTime,
  type StoredRunTime,
  updateRunTime,
} from './run-time.repository.ts';
import { timingOf } from './run-timing.ts';

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  audit: Audit;
  services: Services;
  people: Pick<People, 'listNames'>;
}

/** The times at which the tests of a domain run by themselves. */
export class Timetable {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async list({ domainId }: Caller): Promise<RunTime[]> {
    return this.#withNames(await listRunTimes(this.#parts.db, domainId));
  }

  async upsert(caller: Caller, body: EndpointInput<typeof saveRunTime>['body']): Promise<RunTime> {
    const { db, clock, random, audit } = this.#parts;
    const { domainId } = caller;
    const before = body.id === undefined ? undefined : await this.#get(caller, body.id);
    await this.#ensureServices(body.serviceIds);
    const { rhythm, serviceIds, retries } = body;
    const atMinute = minuteOf(body.at);
    const row: SavedRunTime = {
      id: before?.id ?? random.id(),
      domainId,
      rhythm,
      atMinute,
      serviceIds,
      retries,
      nextOn: body.isPaused ? null : (nextTick(timingOf({ rhythm, atMinute }), clock.now()) ?? null),
      savedBy: caller.userId,
      permissions: restrictionOf(caller),
    };
    await db
      .transaction()
      .execute(async (transaction) => {
        if (before !== undefined) {
          if (!(await updateRunTime(transaction, row))) throw noSuchTime();
        } else if (!(await insertRunTime(transaction, row))) {
          throw new UnprocessableError(`A timetable has at most ${MAX_RUN_TIMES} times.`);
        }
        await audit.record(transaction, {
          caller,
          action: before === undefined ? 'test-runs.add-time' : 'test-runs.change-time',
          message: `Tests run automatically: ${describeTime(row)}`,
          ...(before && { before: describeTime(before) }),
          after: describeTime(row),
        });
      })
      .catch((error: unknown) =>
        onDuplicate(error, {
          runTimesDomainIdPositionKey: 'Someone has just added another time. Please try again.',
        }),
      );
    const [saved] = await this.#withNames([await this.#get(caller, row.id)]);
    return saved as RunTime;
  }

  async delete(caller: Caller, id: string): Promise<void> {
    const { db, audit } = this.#parts;
    const before = await this.#get(caller, id);
    await db.transaction().execute(async (transaction) => {
      if (!(await deleteRunTime(transaction, caller.domainId, id))) throw noSuchTime();
      await audit.record(transaction, {
        caller,
        action: 'test-runs.delete-time',
        message: `Tests no longer run automatically: ${describeTime(before)}`,
        before: describeTime(before),
      });
    });
  }

  async #get({ domainId }: Caller, id: string): Promise<StoredRunTime> {
    const found = await findRunTime(this.#parts.db, domainId, id);
    if (found === undefined) throw noSuchTime();
    return found;
  }

  async #ensureServices(serviceIds: readonly string[]): Promise<void> {
    const registered = await this.#parts.services.listRegistered();
    const known = new Set(registered.map(({ id }) => id));
    const unknown = serviceIds.find((id) => !known.has(id));
    if (unknown !== undefined) throw new UnprocessableError(`There is no service "${unknown}".`);
  }

  async #withNames(stored: readonly StoredRunTime[]): Promise<RunTime[]> {
    const names = await this.#parts.people.listNames(stored.map(({ savedBy }) => savedBy));
    return stored.map((time) => ({
      id: time.id,
      rhythm: time.rhythm,
      at: timeOfDay(time.atMinute),
      serviceIds: time.serviceIds,
      retries: time.retries,
      isPaused: time.nextOn === null,
      user: names.get(time.savedBy) ?? '',
      nextAt: time.nextOn?.toISOString() ?? null,
      last: time.lastOn && {
        at: time.lastOn.toISOString(),
        runId: time.lastRunId,
        note: time.lastNote,
      },
    }));
  }
}

function noSuchTime(): NotFoundError {
  return new NotFoundError('There is no such time.');
}
