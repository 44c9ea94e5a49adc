import type { EndpointInput, EndpointResponse } from '@atrium/contract/endpoint';
import { limitOf } from '@atrium/contract/limits/limit';
import {
  type LaterRequest,
  type listQueue,
  type QueuedRun,
  type TickState,
} from '@atrium/contract/service-api/functions/background';
import { onDuplicate } from '@atrium/host/database/errors';
import { notify } from '@atrium/host/database/notifications';
import { AppError, ConflictError, NotFoundError } from '@atrium/host/errors';
import { limitReachedFor } from '@atrium/host/limit-reached';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { Scope } from '../configuration/scope.ts';
import type { RuntimeDatabase, Store } from '../database/schema.ts';
import type { BackgroundCall, BackgroundOutcome } from '../functions/functions.service.ts';
import type { Caller } from '../host/service-token.ts';
import { loggable } from '../invocations/logged-call.ts';
import {
  type BackgroundRun,
  claimRuns,
  countKept,
  countRuns,
  deleteEnded,
  deleteFailed,
  deleteIdle,
  findRun,
  insertRuns,
  listRuns,
  lockQueue,
  type RunDraft,
  renewRuns,
  takeLost,
  updateEnded,
  updateRetried,
} from './background-run.repository.ts';
import { updateTick } from './schedule.repository.ts';
import type { Schedules } from './schedules.service.ts';

export const BACKGROUND_CHANNEL = 'runtime_background';

/** Between two looks at the queue; runs that are due at once are announced. */
const POLL_MS = 1_000;
/** A process that has not said for this long that it is alive is taken for dead. */
const HELD_MS = 30_000;
const RENEW_MS = 8_000;
/** Most of them wait: a waiting call keeps no thread of the sandbox. */
const MAX_RUNNING = 64;
/** Runs of one domain at the same time in one process. */
const MAX_RUNNING_OF_ONE = 4;
/** Pauses between tries, growing up to an hour. */
const FIRST_RETRY_MS = 10_000;
const LAST_RETRY_MS = 3_600_000;
/** Tries of a run whose process is lost each time, besides those that fail. */
const MAX_LOST = 10;
const EVENT_RETRIES = 5;
const STOPPED_PAUSE_SECONDS = 3_600;
const FAILED_KEPT_MS = 30 * 86_400_000;
const FORGET_EVERY_MS = 3_600_000;

interface Parts {
  db: Kysely<RuntimeDatabase>;
  now: () => Date;
  createId: () => string;
  schedules: Schedules;
  /** The domain itself, as the platform vouches for it: with its limits and stopped functions. */
  findCaller: (scope: Scope) => Promise<Caller>;
  run: (serviceId: string, caller: Caller, call: BackgroundCall) => Promise<BackgroundOutcome>;
  log: Pick<Logger, 'warn' | 'error'>;
}

interface QueueOwner {
  domainId: string;
  limits: Caller['limits'] | undefined;
}

/** An event of an entry, for one function that handles it. */
export interface EventRun {
  serviceId: string;
  function: string;
  event: string;
  entry: string;
  input: string;
  depth: number;
  userId: string | null;
}

/** Runs of functions that nobody waits for: they are kept until they have ended, whatever is killed meanwhile. */
export class BackgroundRuns {
  readonly #parts: Parts;
  readonly #holder: string;
  readonly #running = new Map<string, { run: BackgroundRun; ended: Promise<void> }>();
  #timer: NodeJS.Timeout | undefined;
  #renewal: NodeJS.Timeout | undefined;
  #round: Promise<void> | undefined;
  #isWanted = false;
  #forgotAt = 0;
  #isStopped = true;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#holder = parts.createId();
  }

  start(): void {
    this.#isStopped = false;
    this.#renewal = setInterval(() => void this.#renew(), RENEW_MS);
    this.#renewal.unref();
    this.wake();
  }

  /** Runs that are under way end; no others begin. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#round;
    await Promise.all([...this.#running.values()].map(({ ended }) => ended));
    clearInterval(this.#renewal);
  }

  /** Looks at the queue now. */
  wake(): void {
    if (this.#isStopped) return;
    if (this.#round) {
      this.#isWanted = true;
      return;
    }
    clearTimeout(this.#timer);
    this.#round = this.#look().finally(() => {
      this.#round = undefined;
      if (this.#isStopped) return;
      if (this.#isWanted) this.wake();
      else this.#timer = setTimeout(() => this.wake(), POLL_MS).unref();
    });
  }

  /** Queues a run for a function of the domain. `isNew` is false if one with the same key waits or runs. */
  async queue(
    { domainId, serviceId }: Scope,
    { function: name, input, options: { inSeconds, key, retries } }: z.output<typeof LaterRequest>,
    by: { userId: string; depth: number; limits: QueueOwner['limits'] },
  ): Promise<{ isNew: boolean }> {
    const { db, now, createId } = this.#parts;
    const draft: RunDraft = {
      id: createId(),
      domainId,
      serviceId,
      kind: 'QUEUE',
      function: name,
      input: input === undefined ? '' : JSON.stringify(input),
      event: null,
      key: key ?? null,
      position: null,
      tickOn: null,
      entry: null,
      depth: by.depth,
      userId: by.userId,
      dueOn: new Date(now().getTime() + inSeconds * 1000),
      retries,
      createdOn: now(),
    };
    return db.transaction().execute(async (transaction) => {
      const [id] = await this.#insert(transaction, { domainId, limits: by.limits }, [draft]);
      if (inSeconds === 0) await notify(transaction, BACKGROUND_CHANNEL, '');
      return { isNew: id !== undefined };
    });
  }

  /** Queues runs that events of a domain start, at the end of the transaction of the events. */
  async queueEvents(transaction: Store, queue: QueueOwner, events: readonly EventRun[]): Promise<void> {
    const { now, createId } = this.#parts;
    const at = { dueOn: now(), createdOn: now() };
    const drafts = events.map((event) => {
      const head = { id: createId(), domainId: queue.domainId, kind: 'EVENT' as const, ...event };
      return { ...head, ...at, key: null, position: null, tickOn: null, retries: EVENT_RETRIES };
    });
    await this.#insert(transaction, queue, drafts);
    await notify(transaction, BACKGROUND_CHANNEL, '');
  }

  /** Adds runs to the queue of a domain. Throws 429 if they do not fit in, also where several are added at once. */
  async #insert(
    transaction: Store,
    { domainId, limits }: QueueOwner,
    drafts: readonly RunDraft[],
  ): Promise<string[]> {
    await lockQueue(transaction, domainId);
    const most = limitOf('queuedRuns', limits);
    const kept = await countKept(transaction, domainId, most);
    if (kept + drafts.length > most) throw limitReachedFor('queuedRuns', most, kept, 60);
    return insertRuns(transaction, drafts);
  }

  async list(
    caller: Caller,
    serviceId: string,
    query: EndpointInput<typeof listQueue>['query'],
  ): Promise<EndpointResponse<typeof listQueue>> {
    const { db } = this.#parts;
    const scope = { domainId: caller.domainId, serviceId };
    const shown = { ...query, ...ownOnly(caller) };
    const [found, counts] = await Promise.all([listRuns(db, scope, shown), countRuns(db, scope)]);
    return {
      content: found.slice(0, query.size).map(toQueuedRun),
      hasMore: found.length > query.size,
      counts,
    };
  }

  async retry(caller: Caller, serviceId: string, id: string): Promise<void> {
    const { db, now } = this.#parts;
    const scope = { domainId: caller.domainId, serviceId };
    await this.#checkOwn(caller, scope, id);
    const isWaiting = await updateRetried(db, scope, id, now()).catch((error: unknown) =>
      onDuplicate(error, { backgroundRunKey: 'Another run with the same key already waits.' }),
    );
    if (!isWaiting) throw await this.#refuseChange(scope, id, 'has not failed');
    await notify(db, BACKGROUND_CHANNEL, '');
  }

  async drop(caller: Caller, serviceId: string, id: string): Promise<void> {
    const scope = { domainId: caller.domainId, serviceId };
    await this.#checkOwn(caller, scope, id);
    if (!(await deleteIdle(this.#parts.db, scope, id)))
      throw await this.#refuseChange(scope, id, 'is under way');
  }

  /** Without the right to read the whole log, runs of others are not there, as in the log. */
  async #checkOwn(caller: Caller, scope: Scope, id: string): Promise<void> {
    const { userId } = ownOnly(caller);
    const found = await findRun(this.#parts.db, scope, id);
    if (!found || (userId !== undefined && found.userId !== userId)) throw noSuchRun();
  }

  async #refuseChange(scope: Scope, id: string, reason: string): Promise<AppError> {
    const isThere = await findRun(this.#parts.db, scope, id);
    return isThere ? new ConflictError(`The run ${reason}.`) : noSuchRun();
  }

  async #look(): Promise<void> {
    const { db, now, schedules, log } = this.#parts;
    this.#isWanted = false;
    try {
      while (await schedules.queueDue());
    } catch (error) {
      log.warn({ err: error }, 'schedules of functions could not be read; they are read again');
    }
    try {
      await this.#takeLost();
      await this.#forgetFailed();
      const limit = MAX_RUNNING - this.#running.size;
      if (limit <= 0) return;
      const claimed = await claimRuns(db, {
        now: now(),
        holder: this.#holder,
        heldUntil: this.#heldUntil(),
        running: this.#countRunning(),
        perDomain: MAX_RUNNING_OF_ONE,
        limit,
      });
      for (const run of claimed) this.#begin(run);
      if (claimed.length === limit) this.#isWanted = true;
    } catch (error) {
      log.warn({ err: error }, 'the queue of functions could not be read; it is read again');
    }
  }

  /** Runs that are under way here, by domain. */
  #countRunning(): Map<string, number> {
    const byDomain = Map.groupBy(this.#running.values(), ({ run }) => run.domainId);
    return new Map([...byDomain].map(([domainId, { length }]) => [domainId, length]));
  }

  #heldUntil(): Date {
    return new Date(this.#parts.now().getTime() + HELD_MS);
  }

  #begin(run: BackgroundRun): void {
    const ended = this.#run(run)
      .catch((error: unknown) => {
        // The hold ends by itself; then the run is taken as a lost one.
        this.#parts.log.error({ err: error, function: run.function }, 'the end of a run could not be noted');
      })
      .finally(() => {
        this.#running.delete(run.id);
        this.wake();
      });
    this.#running.set(run.id, { run, ended });
  }

  async #run(run: BackgroundRun): Promise<void> {
    const { domainId, serviceId, kind, event, input, depth } = run;
    const { findCaller } = this.#parts;
    const callId = this.#parts.createId();
    let hasCaller = false;
    try {
      const caller = await findCaller({ domainId, serviceId });
      hasCaller = true;
      const call = { id: callId, name: run.function, input, kind, event, depth };
      const { failure } = await this.#parts.run(serviceId, caller, call);
      if (failure === undefined) await this.#end(run, 'OK', null, callId);
      else await this.#fail(run, failure, callId);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await this.#refuse(run, error, !hasCaller);
    }
  }

  async #fail(run: BackgroundRun, reason: string, callId: string | null): Promise<void> {
    const { db, now } = this.#parts;
    if (run.kind === 'SCHEDULE') return this.#end(run, 'FAIL', reason, callId);
    const isLast = run.attempt > run.retries;
    const pause = Math.min(FIRST_RETRY_MS * 2 ** (run.attempt - 1), LAST_RETRY_MS);
    await updateEnded(db, run, {
      state: isLast ? 'FAILED' : 'WAITING',
      dueOn: isLast ? run.dueOn : new Date(now().getTime() + pause),
      attempt: run.attempt,
      error: loggable(reason),
      failedOn: isLast ? now() : null,
    });
  }

  /** Ends a call that did not begin. A refusal that passes by itself counts as no try. `isOfDomain`: the domain itself was refused. */
  async #refuse(run: BackgroundRun, error: AppError, isOfDomain: boolean): Promise<void> {
    const { status, message, retryAfterSeconds } = error;
    // A domain that is locked, or whose budget has stopped the function, may go on later.
    if (status === 403 || (isOfDomain && status < 500))
      return this.#postpone(run, message, STOPPED_PAUSE_SECONDS, true);
    // It has run, but its end is not known.
    if (status === 503 && retryAfterSeconds === undefined) return this.#interrupt(run, message);
    if (retryAfterSeconds === undefined) return this.#fail(run, message, null);
    return this.#postpone(run, message, Math.min(Math.max(retryAfterSeconds, 5), 3600), status === 429);
  }

  /** Lets a run wait; one of a schedule whose limit is reached is left out. */
  async #postpone(run: BackgroundRun, error: string, seconds: number, isLimit: boolean): Promise<void> {
    if (run.kind === 'SCHEDULE' && isLimit) return this.#end(run, 'SKIPPED', error, null);
    const { db, now } = this.#parts;
    const dueOn = new Date(now().getTime() + 1000 * seconds);
    await updateEnded(db, run, { state: 'WAITING', dueOn, attempt: run.attempt - 1, error, failedOn: null });
  }

  /** Deletes a run that has ended; of one that a schedule started, the end is noted with its tick. */
  async #end(
    run: BackgroundRun,
    state: TickState,
    note: string | null,
    callId: string | null,
  ): Promise<void> {
    await this.#parts.db.transaction().execute(async (transaction) => {
      // Another process that took this one for dead notes the end.
      if (!(await deleteEnded(transaction, run))) return;
      const { position, tickOn } = run;
      if (position === null || tickOn === null) return;
      const tick = { on: tickOn.toISOString(), state, callId, note: note && loggable(note).slice(0, 500) };
      await updateTick(transaction, { ...run, position }, tick);
    });
  }

  /** Once an hour. */
  async #forgetFailed(): Promise<void> {
    const time = this.#parts.now().getTime();
    if (time - this.#forgotAt < FORGET_EVERY_MS) return;
    this.#forgotAt = time;
    await deleteFailed(this.#parts.db, new Date(time - FAILED_KEPT_MS));
  }

  async #takeLost(): Promise<void> {
    const { db, now } = this.#parts;
    const lost = { now: now(), holder: this.#holder, heldUntil: this.#heldUntil() };
    for (const run of await takeLost(db, { ...lost, running: [...this.#running.keys()] })) {
      await this.#interrupt(run, 'The process ended while the function ran.').catch((error: unknown) =>
        this.#parts.log.warn({ err: error, function: run.function }, 'a lost run could not be taken up yet'),
      );
    }
  }

  /** A run that was interrupted runs again, but for one of a schedule that does not want it. */
  async #interrupt(run: BackgroundRun, reason: string): Promise<void> {
    const { db, now, schedules } = this.#parts;
    const { kind, position, attempt } = run;
    const isLast = attempt > run.retries + MAX_LOST;
    if (
      kind === 'SCHEDULE' &&
      (isLast || position === null || !(await schedules.isRetried({ ...run, position })))
    )
      return this.#end(run, 'INTERRUPTED', reason, null);
    await updateEnded(db, run, {
      state: isLast ? 'FAILED' : 'WAITING',
      dueOn: now(),
      attempt,
      error: reason,
      failedOn: isLast ? now() : null,
    });
  }

  async #renew(): Promise<void> {
    const ids = [...this.#running.keys()];
    await renewRuns(this.#parts.db, { holder: this.#holder, heldUntil: this.#heldUntil(), ids }).catch(
      (error: unknown) => this.#parts.log.warn({ err: error }, 'running functions could not be held'),
    );
  }
}

/** Callers without permission to read the whole log see only their own runs. */
function ownOnly({ permissions, userId }: Caller): { userId?: string } {
  return permissions.includes('audit.read') ? {} : { userId };
}

function noSuchRun(): NotFoundError {
  return new NotFoundError('There is no such run: it has ended or was dropped.');
}

function toQueuedRun(run: BackgroundRun): QueuedRun {
  const { id, kind, function: name, event, key, state, attempt, retries, error } = run;
  return {
    id,
    kind,
    function: name,
    event,
    key: kind === 'QUEUE' ? key : null,
    state,
    dueOn: run.dueOn.toISOString(),
    createdOn: run.createdOn.toISOString(),
    failedOn: run.failedOn?.toISOString() ?? null,
    attempt,
    retries,
    error,
  };
}
