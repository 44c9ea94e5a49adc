import type { Operation } from '@atrium/contract/configuration/progress';
import type { StartedWork } from '@atrium/contract/work/work';
import { CanceledError, ConflictError, NotFoundError, UnavailableError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { toStoredOrigin } from '../audit/stored-origin.ts';
import type { Clock } from '../clock.ts';
import { noteDone } from '../database/note-done.ts';
import type { Database } from '../database/schema.ts';
import type { Events } from '../events/events.ts';
import type { Caller } from '../http/caller.ts';
import {
  listOperations,
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
import { UndecidedError } from './undecided-error.ts';

/** What a piece of work reports to, and is stopped by. */
export interface OperationHandle {
  signal: AbortSignal;
  onProgress(phase: OperationPhase, done: number, total: number | null): void;
}

interface FollowOptions<Result> {
  /** The pull that results. */
  pullIdOf?: ((result: Result) => string) | undefined;
  failureOf?: ((result: Result) => string | null) | undefined;
  /** What came out, in one sentence. */
  outcomeOf?: ((result: Result) => string) | undefined;
}

interface OperationOptions<Result> extends FollowOptions<Result> {
  id: string | undefined;
  signal: AbortSignal;
  /** What it is about, in words: `Hyper Dispatch: 17 files`. */
  about?: () => Promise<string>;
  /** The pull that is submitted. */
  pullId?: string;
}

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
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
  /** How to end what runs in this process under an id, and its end. */
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
    kind: OperationKind,
    { id, signal, about, pullId, pullIdOf, failureOf, outcomeOf }: OperationOptions<Result>,
    work: (handle: OperationHandle) => Promise<Result>,
  ): Promise<Result> {
    const { db, clock } = this.#parts;
    if (id === undefined) return work({ signal, onProgress: () => undefined });
    const isNew = await upsertOperation(db, {
      ...keyOf(caller, id),
      about: await about?.(),
      pullId,
      kind,
      origin: toStoredOrigin(caller),
      startedOn: clock.now(),
    });
    if (!isNew) throw new ConflictError('This progress id is already in use.');
    return this.follow(caller, kind, { id, pullIdOf, failureOf, outcomeOf }, work);
  }

  /**
   * Runs work that is stored already: notes its progress and its end. Work that another process goes on with, when this one
   * stops, has no end then.
   */
  async follow<Result>(
    caller: Caller,
    kind: OperationKind,
    {
      id,
      pullIdOf,
      failureOf,
      outcomeOf,
      isResumable = false,
    }: FollowOptions<Result> & { id: string; isResumable?: boolean },
    work: (handle: OperationHandle) => Promise<Result>,
  ): Promise<Result> {
    const { db, clock, log } = this.#parts;
    const key = keyOf(caller, id);
    const table = tableOf(kind);
    const cancel = new AbortController();
    let progress: Progress = { phase: 'CONNECT', done: 0, total: null };
    const reporting = setInterval(() => {
      // What one report misses, the next one includes.
      this.#report(table, key, progress, cancel).catch(() => undefined);
    }, REPORT_MS);
    const ended = Promise.withResolvers<void>();
    this.#running.set(cancel, ended.promise);
    let end: OperationEnd = { state: 'FAILED', error: messageOf(undefined) };
    let isUndecided = false;
    try {
      const result = await work({
        signal: cancel.signal,
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
      // How it ended is what ended it, whatever its parts made of that.
      isUndecided = error instanceof UndecidedError;
      const cause: unknown = cancel.signal.aborted ? cancel.signal.reason : error;
      const isCanceled = cause instanceof CanceledError;
      end = { state: isCanceled ? 'CANCELED' : 'FAILED', error: isCanceled ? null : messageOf(cause) };
      throw error;
    } finally {
      clearInterval(reporting);
      if (!(isResumable && (isUndecided || isStopped(cancel.signal)))) {
        await noteDone(
          () => updateOperationEnded(db, table, key, { ...end, now: clock.now() }),
          (err) => log.error({ err, operationId: id, ...end }, 'The end of an operation could not be noted.'),
        );
      }
      await this.#tell(key);
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

  /** Ends what goes on after whoever asked for it has left; before the database is closed. */
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
    key: OperationKey,
    progress: Progress,
    cancel: AbortController,
  ): Promise<void> {
    const { db, clock } = this.#parts;
    const isCanceled = await updateProgress(db, table, key, { ...progress, now: clock.now() });
    if (isCanceled) cancel.abort(new CanceledError());
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
