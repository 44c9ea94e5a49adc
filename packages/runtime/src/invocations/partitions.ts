import { COUNT_DAYS } from '@atrium/contract/service-api/functions/invocation-counts';
import { unlessHeldUp } from '@atrium/host/database/part-locks';
import type { Kysely } from 'kysely';
import type { RuntimeDatabase } from '../database/schema.ts';
import { deleteFunctionDaysBefore } from './function-day.repository.ts';
import { insertPartition, lockPartitions } from './partition.repository.ts';
import { PartitionDrop } from './partition-drop.ts';
import { deleteRefusedRequestsBefore } from './refused-request.repository.ts';
import { deleteServiceHoursBefore } from './service-hour.repository.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/** The beginning of an hour. */
export function hourOf(time: Date): Date {
  return new Date(Math.floor(time.getTime() / HOUR_MS) * HOUR_MS);
}

export function daysBefore(now: Date, days: number): string {
  return dayOf(new Date(now.getTime() - days * DAY_MS));
}

/** Partitions of the log by day: created before they are needed, dropped when old. */
export class Partitions {
  readonly #db: Kysely<RuntimeDatabase>;
  readonly #known = new Set<string>();
  readonly #drop: PartitionDrop;

  constructor(db: Kysely<RuntimeDatabase>) {
    this.#db = db;
    this.#drop = new PartitionDrop(db);
  }

  /** Creates missing partitions of these days and the next ones. Throws while a backup blocks it. */
  async ensure(days: Iterable<string>): Promise<void> {
    const missing = [...new Set(days)].filter((day) => !this.#known.has(day));
    if (missing.length === 0) return;
    await this.#create(missing);
    for (const day of missing) this.#known.add(day);
    // There is a day's time for these.
    const ahead = missing.map((day) => daysBefore(new Date(day), -1));
    await unlessHeldUp(this.#create(ahead));
  }

  #create(days: readonly string[]): Promise<void> {
    return this.#db.transaction().execute(async (transaction) => {
      await lockPartitions(transaction);
      for (const day of days) await insertPartition(transaction, day);
    });
  }

  /**
   * Drops partitions beyond the retention of the log and the counts. A partition that a backup reads is dropped
   * later. Writers of the log don't wait for it, in any process.
   */
  async drop(now: Date, logDays: number): Promise<void> {
    const oldest = daysBefore(now, logDays);
    await this.#drop.run(oldest);
    for (const day of this.#known) if (day < oldest) this.#known.delete(day);
    await deleteRefusedRequestsBefore(this.#db, oldest);
    await deleteFunctionDaysBefore(this.#db, daysBefore(now, COUNT_DAYS));
    await deleteServiceHoursBefore(this.#db, new Date(now.getTime() - 2 * DAY_MS));
  }

  /** Aborts a running drop; remaining partitions are dropped later. */
  close(): Promise<void> {
    return this.#drop.close();
  }
}
