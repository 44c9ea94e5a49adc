import { sql } from 'kysely';
import type { Store } from '../../database/schema.ts';
import { SUMS, toAddedSums } from './usage-day.repository.ts';

/** Rows of one statement. */
const AT_ONCE = 10_000;

/** Day before which events were deleted; older events are no longer counted. */
export async function findPrunedBefore(db: Store): Promise<string | undefined> {
  const row = await db.selectFrom('usagePruning').select('before').executeTakeFirst();
  return row?.before;
}

/** The day only moves forward. */
export async function upsertPrunedBefore(transaction: Store, before: string): Promise<void> {
  await transaction
    .insertInto('usagePruning')
    .values({ before })
    .onConflict((conflict) =>
      conflict
        .column('isOnly')
        .doUpdateSet({ before: sql<string>`greatest(usage_pruning.before, excluded.before)` }),
    )
    .execute();
}

/** Forgets which versions were used before a day, in batches. No bill needs them. */
export async function mergeOldVersions(db: Store, before: string): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ count: number }>`
      with old as (
        delete from usage_days where ctid = any (array(
          select ctid from usage_days where day < ${before} and version >= 0 limit ${AT_ONCE}))
        returning *
      ), merged as (
        insert into usage_days
          (domain_id, payer_id, user_id, day, used_on, service_id, metric, target, version, calls, milliseconds, bytes)
        select domain_id, payer_id, user_id, day, used_on, service_id, metric, target, -1, ${SUMS} from old
        group by 1, 2, 3, 4, 5, 6, 7, 8
        on conflict on constraint usage_days_pkey do update set ${toAddedSums('usage_days')}
      )
      select count(*)::int as count from old`.execute(db);
    if ((rows[0]?.count ?? 0) < AT_ONCE) return;
  }
}
