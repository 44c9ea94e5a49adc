import type { Kysely } from 'kysely';
import type { Clock } from '../../clock.ts';
import type { Database, Store } from '../../database/schema.ts';
import { lockReachesIfFree } from './reach-lock.repository.ts';
import {
  deleteReachedFilesById,
  deleteReachesById,
  findLastRun,
  listOldReachedFileIds,
  listOldReachIds,
} from './reach-pruning.repository.ts';

const DAY_MS = 86_400_000;
/** What tests reached is kept for the runs of this time. */
const KEPT_DAYS = 90;
/** A content that returns is proven again, if a test passed with it within this time. */
const PROVEN_DAYS = 400;
/** Deleted within milliseconds: a run that starts waits no longer. */
const BATCH = 500;

type DeleteIds = (transaction: Store, domainId: string, ids: readonly number[]) => Promise<void>;

/** False if a run of the domain came in between: what it names must stay, so the rest is for another time. */
export async function pruneDomain(
  { db, clock }: { db: Kysely<Database>; clock: Clock },
  domainId: string,
  runs: number,
): Promise<boolean> {
  const last = await findLastRun(db, domainId);
  if (last?.isRunning) return false;
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);

  async function deleteAll(ids: readonly number[], deleteIds: DeleteIds): Promise<boolean> {
    for (let from = 0; from < ids.length; from += BATCH) {
      const isDeleted = await db.transaction().execute(async (transaction) => {
        if (!(await lockReachesIfFree(transaction, domainId))) return false;
        // What was found without a lock is only still true if no run has been started since.
        if ((await findLastRun(transaction, domainId))?.id !== last?.id) return false;
        await deleteIds(transaction, domainId, ids.slice(from, from + BATCH));
        return true;
      });
      if (!isDeleted) return false;
    }
    return true;
  }

  const reaches = await listOldReachIds(db, domainId, { since: daysAgo(KEPT_DAYS), runs });
  if (!(await deleteAll(reaches, deleteReachesById))) return false;
  const files = await listOldReachedFileIds(db, domainId, daysAgo(PROVEN_DAYS));
  return deleteAll(files, deleteReachedFilesById);
}
