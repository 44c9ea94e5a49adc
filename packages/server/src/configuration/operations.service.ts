import type { Operation } from '@atrium/contract/configuration/progress';
import type { StartedWork } from '@atrium/contract/work/work';
import { CanceledError, ConflictError, NotFoundError, UnavailableError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { toStoredOrigin } from '../audit/stored-origin.ts';
import type { Clock, Random } from '../clock.ts';
import { noteDone } from '../database/note-done.ts';
import type { Database } from '../database/schema.ts';
import type { Events } from '../events/events.ts';
import type { Caller } from '../http/caller.ts';
import {
  listOperations,
  type OperationAttempt,
  type OperationEnd,
  type OperationKey,
  type OperationKind,
  type OperationPhase,
  type OperationTable,
  tableOf,
  updateCancelRequested,
  updateOperationEnded,
  updateProgress,
  upsertOperation,
} from './operation.repository.ts';
import { INTERRUPTED, toOperation, toWork } from './operation-responses.ts';
import type { SubmissionAttempt } from './submission/submission.repository.ts';
import { SupersededError, UndecidedError } from './undecided-error.ts';

/** Takes the progress of an operation, and aborts it. */
export interface OperationHandle {
  signal: AbortSignal;
  onProgress(phase: OperationPhase, done: number, total: number | null): void;
}

/** The same for a change of live configuration, which only the attempt that owns it may make. */
export interface ChangeHandle extends OperationHandle {
  attempt: SubmissionAttempt;
}

interface FollowOptions<Result> {
  /** The pull that results. */
  pullIdOf?: ((result: Result) => string) | undefined;
  failureOf?: ((result: Result) => string | null) | undefined;
  /** Outcome in one sentence. */
  outcomeOf?: ((result: Result) => string) | undefined;
}

interface OperationOptions<Result> extends FollowOptions<Result> {
  id: string | undefined;
  signal: AbortSignal;
  /** Describes the operation: `Functions: 17 files`. */
  about?: () => Promise<string>;
  /** The pull that is submitted. */
  pullId?: string;
}

interface StoredOptions<Result> extends FollowOptions<Result> {
  id: string;
  attempt: number;
  /** Of a request that the work ends with. */
  leaving?: AbortSignal | undefined;
  isResumable?: boolean;
}

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  log: Logger;
  events: Events;
}

interface Progress {
  phase: OperationPhase;
  done: number;
  total: number | null;
}

const REPORT_MS = 400;
const LISTED_FOR_MS = 24 * 3600 * 1000;

export class Operations {
  readonly #parts: Parts;
  /** Operations of this process: their abort controllers and ends. */
  readonly #running = new Map<AbortController, Promise<unknown>>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Runs work that can be watched and canceled from any process, by an id chosen by the caller, who may leave and find it
   * again. Without an id it ends with the request, because no one could find it again. Work that returns instead of
   * throwing has failed if `failureOf` its result says why.
   */
  async run<Result>(
    caller: Caller,
    kind: 'PULL' | 'PUSH',
    options: OperationOptions<Result>,
    work: (handle: OperationHandle) => Promise<Result>,
  ): Promise<Result> {
    const { id, signal } = options;
    if (id === undefined) return work({ signal, onProgress: () => undefined });
    return this.#begin(caller, kind, id, options, work);
  }

  /** The same for a change of live configuration. Every change is stored, also without an id of the caller. */
  async change<Result>(
    caller: Caller,
    kind: Exclude<OperationKind, 'PULL' | 'PUSH'>,
    options: OperationOptions<Result>,
    work: (handle: ChangeHandle) => Promise<Result>,
  ): Promise<Result> {
    return this.#begin(caller, kind, options.id ?? this.#parts.random.id(), options, work);
  }

  async #begin<Result>(
    caller: Caller,
    kind: OperationKind,
    id: string,
    { id: progress, signal, about, pullId, ...options }: OperationOptions<Result>,
    work: (handle: ChangeHandle) => Promise<Result>,
  ): Promise<Result> {
    const { db, clock } = this.#parts;
    const isFollowed = progress !== undefined;
    const attempt = await upsertOperation(db, {
      ...keyOf(caller, id),
      about: isFollowed ? await about?.() : undefined,
      pullId,
      kind,
      origin: toStoredOrigin(caller),
      isFollowed,
      startedOn: clock.now(),
    });
    if (attempt === undefined) throw new ConflictError('This progress id is already in use.');
    const leaving = isFollowed ? undefined : signal;
    return this.follow(caller, kind, { ...options, id, attempt, leaving }, work);
  }

  /**
   * Runs work that is stored already: notes its progress and its end. Work that another process goes on with, when this one
   * stops, has no end then.
   */
  async follow<Result>(
    caller: Caller,
    kind: OperationKind,
    { id, attempt, leaving, pullIdOf, failureOf, outcomeOf, isResumable = false }: StoredOptions<Result>,
    work: (handle: ChangeHandle) => Promise<Result>,
  ): Promise<Result> {
    const { db, clock, log } = this.#parts;
    const key = { ...keyOf(caller, id), attempt };
    const table = tableOf(kind);
    const cancel = new AbortController();
    let progress: Progress = { phase: 'CONNECT', done: 0, total: null };
    const reporting = setInterval(() => {
      // The next report includes the progress that a failed one misses.
      this.#report(table, key, progress, cancel).catch(() => undefined);
    }, REPORT_MS);
    const leave = () => cancel.abort(leaving?.reason);
    if (leaving?.aborted) leave();
    leaving?.addEventListener('abort', leave, { once: true });
    const ended = Promise.withResolvers<void>();
    this.#running.set(cancel, ended.promise);
    let end: OperationEnd = { state: 'FAILED', error: messageOf(undefined) };
    let isUndecided = false;
    try {
      const result = await work({
        signal: cancel.signal,
        attempt: key,
        onProgress: (phase, done, total) => {
          progress = { phase, done, total };
        },
      });
      const error = failureOf?.(result) ?? null;
      end = {
        state: error === null ? 'DONE' : 'FAILED',
        error,
        outcome: outcomeOf?.(result) ?? null,
        ...(pullIdOf && { pullId: pullIdOf(result) }),
      };
      return result;
    } catch (error) {
      // The abort is the cause, whatever error the work made of it.
      isUndecided = error instanceof UndecidedError;
      const cause: unknown = cancel.signal.aborted ? cancel.signal.reason : error;
      const isCanceled = cause instanceof CanceledError;
      end = { state: isCanceled ? 'CANCELED' : 'FAILED', error: isCanceled ? null : messageOf(cause) };
      throw error;
    } finally {
      clearInterval(reporting);
      leaving?.removeEventListener('abort', leave);
      if (!(isResumable && (isUndecided || isStopped(cancel.signal)))) {
        await noteDone(
          () => updateOperationEnded(db, table, key, { ...end, now: clock.now() }),
          (err) => log.error({ err, operationId: id, ...end }, 'The end of an operation could not be noted.'),
        );
      }
      if (leaving === undefined) await this.#tell(key);
      this.#running.delete(cancel);
      ended.resolve();
    }
  }

  async list(caller: Caller): Promise<Operation[]> {
    const { db, clock } = this.#parts;
    const now = clock.now();
    const since = new Date(now.getTime() - LISTED_FOR_MS);
    return (await listOperations(db, caller, { since })).map((record) => toOperation(record, now));
  }

  async listWork(caller: Caller, since: Date, limit: number): Promise<StartedWork[]> {
    const { db, clock } = this.#parts;
    const now = clock.now();
    return (await listOperations(db, caller, { since, limit })).map((record) => toWork(record, now));
  }

  async get(caller: Caller, id: string): Promise<Operation> {
    const { db, clock } = this.#parts;
    const [record] = await listOperations(db, caller, { id });
    if (record === undefined) throw new NotFoundError();
    return toOperation(record, clock.now());
  }

  async cancel(caller: Caller, id: string): Promise<void> {
    const { db } = this.#parts;
    const isRunning = await updateCancelRequested(db, keyOf(caller, id));
    if (!isRunning && (await listOperations(db, caller, { id })).length === 0) throw new NotFoundError();
  }

  /** Ends operations that continue after their client has left, before the database is closed. */
  async settle(): Promise<void> {
    for (const cancel of this.#running.keys()) cancel.abort(new UnavailableError(INTERRUPTED));
    await Promise.all(this.#running.values());
  }

  /** Browsers with live events are notified at once; the others poll. */
  async #tell({ domainId, userId, id }: OperationKey): Promise<void> {
    await this.#parts.events.publish(domainId, 'operation', { id }, { userId }).catch(() => undefined);
  }

  async #report(
    table: OperationTable,
    key: OperationAttempt,
    progress: Progress,
    cancel: AbortController,
  ): Promise<void> {
    const { db, clock } = this.#parts;
    const found = await updateProgress(db, table, key, { ...progress, now: clock.now() });
    if (found === undefined) cancel.abort(new SupersededError());
    else if (found.isCancelRequested) cancel.abort(new CanceledError());
    else await this.#tell(key);
  }
}

const keyOf = ({ domainId, userId }: Caller, id: string): OperationKey => ({ domainId, userId, id });

/** This process ends, so that another one goes on. */
export const isStopped = ({ aborted, reason }: AbortSignal): boolean =>
  aborted && reason instanceof UnavailableError;

function messageOf(error: unknown): string {
  return error instanceof Error && 'kind' in error ? error.message : 'It failed unexpectedly.';
}
