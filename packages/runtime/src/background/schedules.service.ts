import { FUNCTIONS_FOLDER, metaFileName } from '@atrium/contract/service-api/files/item-file-names';
import {
  type FunctionSchedule,
  KEPT_TICKS,
  PREVIEWED_TICKS,
  type ScheduleTick,
} from '@atrium/contract/service-api/functions/background';
import type { Declaration, ScheduleDeclaration } from '@atrium/contract/service-api/functions/declaration';
import { UnprocessableError } from '@atrium/host/errors';
import { MADE_UP_FOR, NOT_RUNNING, nextTick, type Timing, takeTick } from '@atrium/host/schedule';
import type { Kysely } from 'kysely';
import { refuse } from '../configuration/check-declarations.ts';
import type { Scope } from '../configuration/scope.ts';
import type { RuntimeDatabase, Store } from '../database/schema.ts';
import { hasOpenRun, insertRuns } from './background-run.repository.ts';
import {
  deleteWithdrawn,
  listSchedules,
  lockDueSchedules,
  replaceSchedules,
  type Schedule,
  type SchedulePlace,
  updateNextTick,
  updateTick,
} from './schedule.repository.ts';

/** Ticks that are handled in one transaction. */
const MAX_DUE = 100;
/** A tick that is handled later than this was missed. */
const LATE_MS = 2 * 60_000;

interface Parts {
  db: Kysely<RuntimeDatabase>;
  now: () => Date;
  createId: () => string;
}

/** When functions start by themselves, as their metadata files declare it. */
export class Schedules {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async list(scope: Scope, functionName?: string): Promise<FunctionSchedule[]> {
    const functions = functionName === undefined ? undefined : [functionName];
    const found = await listSchedules(this.#parts.db, scope, functions);
    return found.map(({ function: name, position, cron, timeZone, nextOn, ticks }) => {
      return { function: name, position, cron, timeZone, nextOn: nextOn.toISOString(), ticks };
    });
  }

  /** The next times of a schedule; an expression without any is refused. */
  preview({ cron, timeZone }: Timing): string[] {
    const next: string[] = [];
    let after = this.#parts.now();
    try {
      while (next.length < PREVIEWED_TICKS) {
        const tick = nextTick({ cron, timeZone }, after);
        if (!tick) break;
        next.push(tick.toISOString());
        after = tick;
      }
    } catch (error) {
      throw new UnprocessableError(`${cron} is no time: ${error instanceof Error ? error.message : ''}.`);
    }
    if (next.length === 0) throw new UnprocessableError(`${cron} never comes.`);
    return next;
  }

  /** Stores declared schedules, in the transaction that makes them live. Unchanged schedules keep their ticks. */
  async declare(
    transaction: Store,
    scope: Scope,
    declared: ReadonlyMap<string, Declaration | null>,
  ): Promise<void> {
    const functions = [...declared.keys()];
    const before = await listSchedules(transaction, scope, functions);
    const wanted = [...declared].flatMap(([name, declaration]) =>
      (declaration?.schedule ?? []).map((schedule, position) =>
        this.#toSchedule(scope, name, schedule, position, before),
      ),
    );
    if (before.length === 0 && wanted.length === 0) return;
    await replaceSchedules(transaction, scope, functions, wanted);
    await deleteWithdrawn(transaction, scope, functions);
  }

  #toSchedule(
    scope: Scope,
    name: string,
    { cron, timeZone, input, retry, missed }: ScheduleDeclaration,
    position: number,
    before: readonly Schedule[],
  ): Schedule {
    const known = before.find(
      (each) =>
        each.function === name &&
        each.cron === cron &&
        each.timeZone === timeZone &&
        each.position === position,
    );
    const path = `${FUNCTIONS_FOLDER}/${metaFileName(name)}`;
    return {
      domainId: scope.domainId,
      serviceId: scope.serviceId,
      function: name,
      position,
      cron,
      timeZone,
      input: input === undefined ? '' : JSON.stringify(input),
      isRetried: retry,
      runsMissed: missed === 'run',
      nextOn: known?.nextOn ?? firstTick(path, { cron, timeZone }, this.#parts.now()),
      ticks: known?.ticks ?? [],
    };
  }

  /** Queues a run for each schedule whose time has come. Returns whether there may be more of them. */
  async queueDue(): Promise<boolean> {
    const { db, now } = this.#parts;
    return db.transaction().execute(async (transaction) => {
      const due = await lockDueSchedules(transaction, now(), MAX_DUE);
      for (const schedule of due) await this.#queue(transaction, schedule);
      return due.length === MAX_DUE;
    });
  }

  async #queue(transaction: Store, schedule: Schedule): Promise<void> {
    const { createId, now } = this.#parts;
    const { domainId, serviceId, function: name, position, runsMissed, input } = schedule;
    const { on, missed, next } = takeTick(schedule, schedule.nextOn, now(), KEPT_TICKS);
    await updateNextTick(transaction, schedule, next);
    const isLate = now().getTime() - on.getTime() > LATE_MS;
    const key = `schedule ${position}`;
    const note = (state: ScheduleTick['state'], text: string | null, tick = on) =>
      updateTick(transaction, schedule, { on: tick.toISOString(), state, callId: null, note: text });
    for (const tick of missed) await note('MISSED', NOT_RUNNING, tick);
    if (isLate && !runsMissed) return note('MISSED', NOT_RUNNING);
    if (await hasOpenRun(transaction, { domainId, serviceId, function: name, key }))
      return note('SKIPPED', 'The run before had not ended.');
    await note('RUNNING', isLate ? MADE_UP_FOR : null);
    await insertRuns(transaction, [
      {
        id: createId(),
        domainId,
        serviceId,
        kind: 'SCHEDULE',
        function: name,
        input,
        event: null,
        key,
        position,
        tickOn: on,
        entry: null,
        depth: 0,
        userId: null,
        dueOn: on,
        retries: 0,
        createdOn: now(),
      },
    ]);
  }

  /** Whether a run that was interrupted is wanted again. */
  async isRetried(place: SchedulePlace): Promise<boolean> {
    const [found] = (await listSchedules(this.#parts.db, place, [place.function])).filter(
      ({ position }) => position === place.position,
    );
    return found?.isRetried ?? false;
  }
}

function firstTick(path: string, schedule: Timing, after: Date): Date {
  let next: Date | undefined;
  try {
    next = nextTick(schedule, after);
  } catch (error) {
    refuse(path, `"schedule": ${schedule.cron} is no time: ${error instanceof Error ? error.message : ''}`);
  }
  return next ?? refuse(path, `"schedule": ${schedule.cron} never comes`);
}
