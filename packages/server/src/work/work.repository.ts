import { sql } from 'kysely';
import type { Store } from '../database/schema.ts';

interface Person {
  domainId: string;
  userId: string;
}

/** Until when a person has seen what became of their work. */
export async function findSeenOn(db: Store, { domainId, userId }: Person): Promise<Date | undefined> {
  const row = await db
    .selectFrom('workSeen')
    .select('seenOn')
    .where('domainId', '=', domainId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row?.seenOn;
}

/** Never moves the moment back. */
export async function upsertSeen(db: Store, { domainId, userId }: Person, seenOn: Date): Promise<void> {
  await db
    .insertInto('workSeen')
    .values({ domainId, userId, seenOn })
    .onConflict((conflict) =>
      conflict
        .columns(['domainId', 'userId'])
        .doUpdateSet({ seenOn: sql`greatest(work_seen.seen_on, excluded.seen_on)` }),
    )
    .execute();
}

export async function deleteSeen(transaction: Store, domainId: string): Promise<void> {
  await transaction.deleteFrom('workSeen').where('domainId', '=', domainId).execute();
}
