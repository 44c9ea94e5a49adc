import {
  REFUSED_DAYS,
  type RefusalReason,
  type RefusedRequests as RefusedCounts,
} from '@atrium/contract/service-api/functions/refused-requests';
import { LateWrites } from '@atrium/host/database/late-writes';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Scope } from '../configuration/scope.ts';
import type { RuntimeDatabase } from '../database/schema.ts';
import { dayOf, daysBefore } from './partitions.ts';
import {
  listRefusedRequests,
  type RefusedRequestRow,
  updateRefusedRequests,
} from './refused-request.repository.ts';

const FLUSH_MS = 5_000;
/** Counts that wait to be written; further ones are not kept. */
const MAX_WAITING = 10_000;

interface Parts {
  db: Kysely<RuntimeDatabase>;
  now: () => Date;
  log: Pick<Logger, 'warn'>;
  /** Retention of log entries. */
  days: number;
}

/** Address of a function and the reason of a refusal. */
interface Refusal extends Scope {
  function: string;
  reason: RefusalReason;
}

/**
 * Counts requests to the addresses of functions that were refused before the function started, by day and reason.
 * Counts are collected and written in batches, so that a flood of forged requests costs few writes and few rows.
 */
export class RefusedRequests {
  readonly #parts: Parts;
  readonly #writes: LateWrites;
  #waiting = new Map<string, RefusedRequestRow>();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#writes = new LateWrites({
      write: () => this.#write(),
      delayMs: FLUSH_MS,
      onError: (err) =>
        parts.log.warn({ err }, 'refused requests could not be counted yet; they are in a moment'),
    });
  }

  /** Without times, counts one request of this moment. */
  note(refusal: Refusal, times?: Pick<RefusedRequestRow, 'count' | 'firstOn' | 'lastOn'>): void {
    const now = this.#parts.now();
    const counted = times ?? { count: 1, firstOn: now, lastOn: now };
    this.#add({ ...refusal, ...counted, day: dayOf(counted.lastOn) });
    this.#writes.plan();
  }

  /** Counts of the last days, those that wait in this process included. */
  async list(scope: Scope, name: string): Promise<{ days: number; content: RefusedCounts[] }> {
    const { db, now } = this.#parts;
    await this.flush();
    const days = Math.min(REFUSED_DAYS, this.#parts.days);
    const rows = await listRefusedRequests(db, scope, name, daysBefore(now(), days - 1));
    const content = rows.map(({ firstOn, lastOn, ...counted }) => ({
      ...counted,
      firstOn: firstOn.toISOString(),
      lastOn: lastOn.toISOString(),
    }));
    return { days, content };
  }

  flush(): Promise<void> {
    return this.#writes.flush();
  }

  close(): Promise<void> {
    return this.#writes.close();
  }

  #add(row: RefusedRequestRow): void {
    const key = `${row.domainId} ${row.serviceId} ${row.function} ${row.day} ${row.reason}`;
    const known = this.#waiting.get(key);
    if (!known && this.#waiting.size >= MAX_WAITING) return;
    this.#waiting.set(key, {
      ...row,
      count: (known?.count ?? 0) + row.count,
      firstOn: known && known.firstOn < row.firstOn ? known.firstOn : row.firstOn,
      lastOn: known && known.lastOn > row.lastOn ? known.lastOn : row.lastOn,
    });
  }

  async #write(): Promise<void> {
    if (this.#waiting.size === 0) return;
    const taken = this.#waiting;
    this.#waiting = new Map();
    try {
      await this.#parts.db
        .transaction()
        .execute((transaction) => updateRefusedRequests(transaction, [...taken.values()]));
    } catch (error) {
      for (const row of taken.values()) this.#add(row);
      throw error;
    }
  }
}
