import type { Kysely } from 'kysely';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/schema.ts';
import {
  deleteUnused,
  listOldReachedFileIds,
  listOldReachIds,
  updateUnused,
} from './reach-pruning.repository.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Days for which the reach of tests is kept. */
const KEPT_DAYS = 90;
/** A content that returns is proven again, if a test passed with it within this time. */
const PROVEN_DAYS = 400;
/**
 * A run writes its results within at most two hours, and these refer to reaches that it found. Rows marked as unused in
 * one night are deleted in the next.
 */
const UNUSED_MS = 20 * HOUR_MS;
/** Deleted within milliseconds: a run that finds one of them waits no longer. */
const BATCH = 500;

/** Marks unneeded rows, and deletes rows unneeded for most of a day, also while tests run. */
export async function pruneDomain(
  { db, clock }: { db: Kysely<Database>; clock: Clock },
  domainId: string,
  runs: number,
): Promise<void> {
  const now = clock.now();
  const ago = (ms: number) => new Date(now.getTime() - ms);

  async function prune(table: 'reaches' | 'reached_files', ids: readonly number[]): Promise<void> {
    for (let from = 0; from < ids.length; from += BATCH) {
      const batch = { domainId, ids: ids.slice(from, from + BATCH) };
      await deleteUnused(db, table, batch, ago(UNUSED_MS));
      await updateUnused(db, table, batch, now);
    }
  }

  const since = ago(KEPT_DAYS * DAY_MS);
  await prune('reaches', await listOldReachIds(db, domainId, { since, runs }));
  await prune('reached_files', await listOldReachedFileIds(db, domainId, ago(PROVEN_DAYS * DAY_MS)));
}
