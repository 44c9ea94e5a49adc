import type { Operation } from '@atrium/contract/configuration/progress';
import { ConflictError, NotFoundError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/schema.ts';
import type { Events } from '../events/events.ts';
import type { Caller } from '../http/caller.ts';
import { GitError } from '../providers/git/git-errors.ts';
import {
  insertOperation,
  listOperations,
  type OperationKind,
  type OperationPhase,
  type OperationRecord,
  updateCancelRequested,
  updateOperationEnded,
  updateProgress,
} from './operation.repository.ts';

/** What a piece of work reports to, and is stopped by. */
export interface OperationHandle {
  signal: AbortSignal;
  onProgress(phase: OperationPhase, done: number, total: number | null): void;
}

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  events: Events;
}

interface Progress {
  phase: OperationPhase;
  done: number;
  total: number | null;
}

const REPORT_MS = 400;
/** An operation that has not reported for this long has lost its process. */
const ABANDONED_AFTER_MS = 30_000;

export class Operations {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Runs work that can be watched and canceled from any process, by an id chosen by the caller. Without an id only the
   * end of the request cancels it. Work that returns instead of throwing has failed if `failureOf` its result says why.
   */
  async run<Result>(
    caller: Caller,
    kind: OperationKind,
    {
      id,
      signal,
      pullIdOf,
      failureOf,
    }: {
      id: string | undefined;
      signal: AbortSignal;
      pullIdOf?: (result: Result) => string;
      failureOf?: (result: Result) => string | null;
    },
    work: (handle: OperationHandle) => Promise<Result>,
  ): Promise<Result> {
    const { db, clock } = this.#parts;
    if (id === undefined) return work({ signal, onProgress: () => undefined });
    const key = { userId: caller.userId, id };
    const isNew = await insertOperation(db, {
      ...key,
      domainId: caller.domainId,
      kind,
      startedOn: clock.now(),
    });
    if (!isNew) throw new ConflictError('This progress id is already in use.');
    const cancel = new AbortController();
    let progress: Progress = { phase: 'CONNECT', done: 0, total: null };
    const reporting = setInterval(() => {
      // What one report misses, the next one includes.
      this.#report(caller, id, progress, cancel).catch(() => undefined);
    }, REPORT_MS);
    try {
      const result = await work({
        signal: AbortSignal.any([signal, cancel.signal]),
        onProgress: (phase, done, total) => {
          progress = { phase, done, total };
        },
      });
      const pullId = pullIdOf?.(result) ?? null;
      const error = failureOf?.(result) ?? null;
      const state = error === null ? 'DONE' : 'FAILED';
      await updateOperationEnded(db, key, { state, error, pullId, now: clock.now() });
      return result;
    } catch (error) {
      const isCanceled = error instanceof GitError && error.failure === 'CANCELED';
      await updateOperationEnded(db, key, {
        state: isCanceled ? 'CANCELED' : 'FAILED',
        error: isCanceled ? null : messageOf(error),
        pullId: null,
        now: clock.now(),
      });
      throw error;
    } finally {
      clearInterval(reporting);
      await this.#tell(caller, id);
    }
  }

  async list(caller: Caller): Promise<Operation[]> {
    const { db, clock } = this.#parts;
    return (await listOperations(db, caller.userId)).map((record) => toOperation(record, clock.now()));
  }

  async get(caller: Caller, id: string): Promise<Operation> {
    const { db, clock } = this.#parts;
    const [record] = await listOperations(db, caller.userId, id);
    if (record === undefined) throw new NotFoundError();
    return toOperation(record, clock.now());
  }

  async cancel(caller: Caller, id: string): Promise<void> {
    const { db } = this.#parts;
    const isRunning = await updateCancelRequested(db, { userId: caller.userId, id });
    if (!isRunning && (await listOperations(db, caller.userId, id)).length === 0) throw new NotFoundError();
  }

  /** Browsers with live events are notified at once; the others poll. */
  async #tell({ domainId, userId }: Caller, id: string): Promise<void> {
    await this.#parts.events.publish(domainId, 'operation', { id }, { userId }).catch(() => undefined);
  }

  async #report(caller: Caller, id: string, progress: Progress, cancel: AbortController): Promise<void> {
    const { db, clock } = this.#parts;
    const key = { userId: caller.userId, id };
    const isCanceled = await updateProgress(db, key, { ...progress, now: clock.now() });
    if (isCanceled) cancel.abort(new GitError('CANCELED', 'Canceled.'));
    else await this.#tell(caller, id);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error && 'kind' in error ? error.message : 'It failed unexpectedly.';
}

function toOperation({ touchedOn, ...operation }: OperationRecord, now: Date): Operation {
  const isAbandoned =
    operation.state === 'RUNNING' && now.getTime() - touchedOn.getTime() > ABANDONED_AFTER_MS;
  if (!isAbandoned) return operation;
  return { ...operation, state: 'FAILED', error: 'It was interrupted. Please start it again.' };
}
