import { sql } from 'kysely';
import type { Store } from '../../database/schema.ts';

/** Until which day events were deleted; what is older counts no more. */
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
