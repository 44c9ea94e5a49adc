import type { Kysely } from 'kysely';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/schema.ts';
import type { Limits } from '../../limits/limit.service.ts';
import type { StoredRun } from '../test-run.repository.ts';
import { deleteRun, listOldRuns } from './old-run.repository.ts';
import { listReferredRunIds, type RunReferrers } from './referred-runs.ts';
import { countResultBytes } from './result-size.repository.ts';

interface Parts extends RunReferrers {
  db: Kysely<Database>;
  clock: Clock;
  limits: Limits;
}

/** Size of a result besides its texts, including its index entries. */
export const ROW_BYTES = 300;
/** These stay, however full it is: what someone may be looking at. */
const KEPT_RUNS = 10;
/** The texts of one run take no more than this part of the limit: those that stay leave room for others. */
const RUN_SHARE = 1 / (2 * KEPT_RUNS);
/** Runs that are looked up together at first. */
const BATCH = 20;

type RoomedRun = Pick<StoredRun, 'domainId' | 'tally' | 'resultBytes'>;

/**
 * Returns the space for texts of a run that starts or resumes, after pruning the oldest unreferenced runs of its
 * domain. A run is never refused: its rows exist by now, and results that exceed the space keep only their state.
 */
export async function makeResultRoom(parts: Parts, run: RoomedRun): Promise<number> {
  const { db, limits } = parts;
  const { domainId } = run;
  const limit = await limits.get(domainId, 'resultBytes');
  const share = Math.max(0, Math.floor(limit * RUN_SHARE) - writtenBytesOf(run));
  const missing = (await countResultBytes(db, domainId)) + share - limit;
  if (missing <= 0) return share;
  for (const id of await listLeavingIds(parts, domainId, missing)) await deleteRun(db, domainId, id);
  return Math.min(share, limit - (await countResultBytes(db, domainId)));
}

/** Size of a run's texts written by earlier executions. */
function writtenBytesOf({ tally, resultBytes }: RoomedRun): number {
  const rows = Object.values(tally.counts).reduce((sum, count) => sum + count, 0);
  return resultBytes - rows * ROW_BYTES;
}

/**
 * The oldest runs that take so much together, and no more of them. Where all take less, the history is not given up
 * for nothing: one goes, for the one that begins, so that a full domain does not grow.
 */
async function listLeavingIds(parts: Parts, domainId: string, bytes: number): Promise<string[]> {
  const { db, clock } = parts;
  const referred = await listReferredRunIds(parts, domainId);
  for (let limit = BATCH; ; limit *= BATCH) {
    const old = { before: clock.now(), kept: KEPT_RUNS, referred, limit, isCounted: true };
    const runs = await listOldRuns(db, domainId, old);
    const ids: string[] = [];
    let freed = 0;
    for (const { id, resultBytes } of runs) {
      ids.push(id);
      freed += resultBytes;
      if (freed >= bytes) return ids;
    }
    if (runs.length < limit) return ids.slice(0, 1);
  }
}
