import type { Kysely } from 'kysely';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/schema.ts';
import type { Limits } from '../../limits/limit.service.ts';
import { deleteRun, listOldRunIds } from './old-run.repository.ts';
import { countResultBytes } from './result-size.repository.ts';

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  limits: Limits;
}

/** What a result takes besides its texts, with its places in the indexes. */
export const ROW_BYTES = 300;
/** These stay, however full it is: what someone may be looking at. */
const KEPT_RUNS = 10;
/** Runs that are looked up together. */
const BATCH = 20;

/**
 * Before a run with so many tests: deletes the oldest runs of the domain that nothing refers to until it has a place.
 * Throws 422 where it has none.
 */
export async function makeResultRoom(
  { db, clock, limits }: Parts,
  domainId: string,
  testCount: number,
): Promise<void> {
  const limit = await limits.get(domainId, 'resultBytes');
  const added = testCount * ROW_BYTES;
  let used = await countResultBytes(db, domainId);
  while (used + added > limit) {
    const old = { before: clock.now(), kept: KEPT_RUNS, limit: BATCH };
    const ids = await listOldRunIds(db, domainId, old);
    for (const id of ids) {
      await deleteRun(db, domainId, id);
      used = await countResultBytes(db, domainId);
      if (used + added <= limit) return;
    }
    if (ids.length < BATCH) break;
  }
  await limits.check(domainId, 'resultBytes', used, added);
}

/** How much the texts of a run that has begun may take. */
export async function findResultRoom({ db, limits }: Parts, domainId: string): Promise<number> {
  return (await limits.get(domainId, 'resultBytes')) - (await countResultBytes(db, domainId));
}
