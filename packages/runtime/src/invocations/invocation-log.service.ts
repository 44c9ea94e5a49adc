import {
  type FunctionCounts,
  LATEST_HOURS,
  type LatestCounts,
} from '@atrium/contract/service-api/functions/invocation-counts';
import {
  type Invocation,
  type InvocationDetails,
  type InvocationQuery,
  type InvocationSource,
  type ListedInvocation,
  MAX_DETAILED_CALLS,
} from '@atrium/contract/service-api/functions/invocations';
import { LateWrites } from '@atrium/host/database/late-writes';
import { NotFoundError } from '@atrium/host/errors';
import { firstIdOf, timeOfId } from '@atrium/host/ids';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Scope } from '../configuration/scope.ts';
import type { RuntimeDatabase } from '../database/schema.ts';
import type { Caller } from '../host/service-token.ts';
import { estimateP95 } from './duration-counts.ts';
import { listFunctionCounts, updateFunctionDays } from './function-day.repository.ts';
import {
  type DomainLog,
  deleteOldest,
  findInvocation,
  findLogBytes,
  insertInvocations,
  listDetails,
  updateLogs,
} from './invocation.repository.ts';
import { listRecentCounts } from './invocation-search.repository.ts';
import { LogRoom } from './log-room.ts';
import { describeCall, type EndedCall, statusOf } from './logged-call.ts';
import { dayOf, daysBefore, hourOf, Partitions } from './partitions.ts';
import { searchLog } from './search-log.ts';
import { findServiceCounts, updateServiceHours } from './service-hour.repository.ts';
import { WaitingCalls } from './waiting-calls.ts';

/**
 * Flush interval. A killed process loses log entries of this interval and those being written, but no billed
 * usage.
 */
const FLUSH_MS = 500;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Old calls are removed every hour; if that fails, it is tried again after this long. */
const TRIES_AGAIN_MS = 60_000;
/** Size that a full log is trimmed to, so that not every call has to make room. */
const KEPT_SHARE = 0.9;

interface Parts {
  db: Kysely<RuntimeDatabase>;
  now: () => Date;
  log: Pick<Logger, 'warn'>;
  /** Retention of log entries. */
  days: number;
}

/**
 * Log of calls, with counts by function and day. Calls are collected and written in batches, so no call waits
 * for the log.
 */
export class InvocationLog {
  readonly #parts: Parts;
  readonly #partitions: Partitions;
  readonly #writes: LateWrites;
  readonly #room = new LogRoom();
  #waiting = new WaitingCalls();
  /** Batch that is being written or has failed. */
  #doubted: WaitingCalls | undefined;
  #dropsAt = 0;
  /** No call waits for it. */
  #dropping: Promise<void> | undefined;
  /** Old calls go where nothing is called any more, too. */
  readonly #hourly: NodeJS.Timeout;
  /** Logs are written one after the other. No call waits for them, and none of another domain. */
  #cuts = Promise.resolve();
  readonly #toCut = new Set<string>();
  #isClosed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#partitions = new Partitions(parts.db);
    this.#writes = new LateWrites({
      write: () => this.#writeWaiting(),
      delayMs: FLUSH_MS,
      onError: (error) =>
        parts.log.warn(
          { err: error },
          'calls could not be logged yet; they are kept, and written again in a moment',
        ),
    });
    this.#hourly = setInterval(() => this.#writes.plan(), HOUR_MS).unref();
  }

  /** Notes a call of a program that has ended. Of very many in a second some are only counted. */
  record(call: EndedCall): void {
    const calledOn = this.#count(call);
    if (this.#room.take(call.domainId, statusOf(call), calledOn)) this.#keep(call, 'API');
  }

  /** Notes a call that a person made to try a function; returns all that is known of it. */
  recordTried(call: EndedCall): InvocationDetails {
    this.#count(call);
    return this.#keep(call, 'CONSOLE');
  }

  /** Newest first. */
  async list(scope: Scope, caller: Caller, { details, ...query }: InvocationQuery) {
    const { db, now } = this.#parts;
    const size = details ? Math.min(query.size, MAX_DETAILED_CALLS) : query.size;
    const rows = await searchLog(db, scope, { ...query, ...ownOnly(caller), size }, now());
    const content = rows.slice(0, size).map(toInvocation);
    const hasMore = rows.length > size;
    return { content: details ? await this.#addDetails(scope, content) : content, hasMore };
  }

  async get(scope: Scope, caller: Caller, id: string): Promise<InvocationDetails> {
    const found = await findInvocation(this.#parts.db, scope, id);
    const { userId } = ownOnly(caller);
    if (!found || (userId !== undefined && userId !== found.userId)) {
      throw new NotFoundError('There is no such call in the log.');
    }
    return { ...toInvocation(found), failure: readFailure(found) };
  }

  /** Counts calls of the last days, including today. */
  async count(scope: Scope, days: number, name?: string): Promise<FunctionCounts[]> {
    const { db, now } = this.#parts;
    const rows = await listFunctionCounts(db, scope, daysBefore(now(), days - 1), name);
    return rows.map(({ durations, ...counts }) => ({ ...counts, p95Ms: estimateP95(durations) }));
  }

  /** Counts logged calls of the last minutes. */
  countRecent(scope: Scope, minutes: number): Promise<Omit<FunctionCounts, 'durationMs'>[]> {
    const { db, now } = this.#parts;
    return listRecentCounts(db, scope, firstIdOf(new Date(now().getTime() - minutes * MINUTE_MS)));
  }

  /** Counts calls of the current hour and the 23 before it. */
  async countLatest(scope: Scope): Promise<LatestCounts> {
    const { db, now } = this.#parts;
    const since = new Date(hourOf(now()).getTime() - (LATEST_HOURS - 1) * HOUR_MS);
    const { durations, ...counts } = await findServiceCounts(db, scope, since);
    return { ...counts, p95Ms: estimateP95(durations) };
  }

  /** Returns the size of a domain's log in bytes. */
  countBytes(domainId: string): Promise<number> {
    return findLogBytes(this.#parts.db, domainId);
  }

  /** Writes what waits. */
  flush(): Promise<void> {
    return this.#writes.flush();
  }

  async close(): Promise<void> {
    clearInterval(this.#hourly);
    this.#isClosed = true;
    await this.#partitions
      .close()
      .catch((err: unknown) => this.#parts.log.warn({ err }, 'the removal of old calls could not be ended'));
    await this.#writes.close();
    await this.flushCuts();
  }

  /** Waits until the logs that are full now have been cut down. */
  flushCuts(): Promise<void> {
    return this.#cuts;
  }

  /** Waits until the old calls that go now have gone. */
  async flushDrops(): Promise<void> {
    await this.#dropping;
  }

  /** A call that has gone since it was listed keeps its row. */
  async #addDetails(scope: Scope, listed: readonly Invocation[]): Promise<ListedInvocation[]> {
    const ids = listed.map(({ id }) => id);
    const rows = ids.length === 0 ? [] : await listDetails(this.#parts.db, scope, ids);
    const byId = new Map(rows.map((row) => [row.id, { ...row, failure: readFailure(row) }]));
    return listed.map((call) => ({ ...call, ...byId.get(call.id) }));
  }

  #count(call: EndedCall): Date {
    const calledOn = this.#parts.now();
    this.#waiting.count(call, calledOn);
    this.#writes.plan();
    return calledOn;
  }

  #keep(call: EndedCall, source: InvocationSource): InvocationDetails {
    const details = describeCall(call, source);
    this.#waiting.keep(call, details);
    return details;
  }

  async #writeWaiting(): Promise<void> {
    await this.#takeBack();
    const taken = this.#waiting;
    this.#waiting = new WaitingCalls();
    this.#doubted = taken;
    const full = await this.#write(taken);
    this.#doubted = undefined;
    this.#makeRoom(full);
    this.#dropping ??= this.#dropOld().finally(() => {
      this.#dropping = undefined;
    });
  }

  /**
   * Restores a batch after a failed write. The write may have succeeded with only its response lost, so calls
   * that already have a row are not counted twice.
   */
  async #takeBack(): Promise<void> {
    const doubted = this.#doubted;
    const newest = doubted?.rows.at(-1);
    const isWritten = newest && (await findInvocation(this.#parts.db, newest, newest.id)) !== undefined;
    if (doubted && !isWritten) this.#waiting.addBack(doubted);
    this.#doubted = undefined;
  }

  /** Returns the logs that are full then. */
  async #write({ rows, days, hours, limits }: WaitingCalls): Promise<DomainLog[]> {
    if (days.length === 0) return [];
    await this.#partitions.ensure(rows.map(({ id }) => dayOf(timeOfId(id))));
    return this.#parts.db.transaction().execute(async (transaction) => {
      await insertInvocations(transaction, rows);
      await updateFunctionDays(transaction, days);
      await updateServiceHours(transaction, hours);
      const byDomain = Map.groupBy(rows, ({ domainId }) => domainId);
      const added = [...byDomain].map(([domainId, own]) => {
        const bytes = own.reduce((sum, row) => sum + row.bytes, 0);
        return { domainId, bytes, limitBytes: limits.get(domainId) ?? 0 };
      });
      return (await updateLogs(transaction, added)).filter(({ bytes, limitBytes }) => bytes > limitBytes);
    });
  }

  /** A log that can't be trimmed stays full and is trimmed after the next call. */
  #makeRoom(full: readonly DomainLog[]): void {
    for (const one of full) {
      if (this.#toCut.has(one.domainId)) continue;
      this.#toCut.add(one.domainId);
      this.#cuts = this.#cuts.then(() => this.#cut(one)).finally(() => this.#toCut.delete(one.domainId));
    }
  }

  async #cut({ domainId, limitBytes }: DomainLog): Promise<void> {
    const { db, log } = this.#parts;
    if (this.#isClosed) return;
    await deleteOldest(db, domainId, Math.floor(limitBytes * KEPT_SHARE)).catch((error: unknown) =>
      log.warn({ err: error, domainId }, 'a log of calls that is full could not be cut down yet'),
    );
  }

  /** A failed trim doesn't prevent calls from being written. */
  async #dropOld(): Promise<void> {
    const { now, days, log } = this.#parts;
    const time = now();
    if (this.#isClosed || time.getTime() < this.#dropsAt) return;
    try {
      await this.#partitions.drop(time, days);
      this.#dropsAt = time.getTime() + HOUR_MS;
    } catch (error) {
      this.#dropsAt = time.getTime() + TRIES_AGAIN_MS;
      if (this.#isClosed) return;
      log.warn({ err: error }, 'old calls could not be removed from the log; they are in a minute');
    }
  }
}

/** Callers without permission to read the whole log see only their own calls. */
function ownOnly({ permissions, userId }: Caller): { userId?: string } {
  return permissions.includes('audit.read') ? {} : { userId };
}

function readFailure({ failure }: { failure: string | null }): InvocationDetails['failure'] {
  return failure === null ? null : (JSON.parse(failure) as InvocationDetails['failure']);
}

function toInvocation<Row extends Omit<Invocation, 'calledOn'>>(row: Row): Row & { calledOn: string } {
  return { ...row, calledOn: timeOfId(row.id).toISOString() };
}
