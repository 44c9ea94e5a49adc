import { sql } from 'kysely';
import type { Store } from '../database/schema.ts';

export interface IdempotencyKey {
  userId: string;
  key: string;
  requestHash: Buffer;
  createdOn: Date;
}

/** False when the key is already in use. Keys from before `forgetBefore` count as never used. */
export async function insertIdempotencyKey(
  db: Store,
  key: IdempotencyKey,
  forgetBefore: Date,
): Promise<boolean> {
  await db.deleteFrom('idempotencyKeys').where('createdOn', '<', forgetBefore).execute();
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('idempotencyKeys')
    .values({ ...key, status: null, answer: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function findIdempotencyKey(
  db: Store,
  userId: string,
  key: string,
): Promise<(IdempotencyKey & { isAnswered: boolean; answer: unknown }) | undefined> {
  return db
    .selectFrom('idempotencyKeys')
    .select([
      'userId',
      'key',
      'requestHash',
      'createdOn',
      sql<boolean>`status is not null`.as('isAnswered'),
      'answer',
    ])
    .where('userId', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst();
}

export async function updateIdempotencyResponse(
  db: Store,
  userId: string,
  key: string,
  answer: unknown,
): Promise<void> {
  await db
    .updateTable('idempotencyKeys')
    .set({ status: 200, answer: JSON.stringify(answer) })
    .where('userId', '=', userId)
    .where('key', '=', key)
    .execute();
}

/** With a time: deletes the key only if it is unchanged since, and not one of a faster request. */
export async function deleteIdempotencyKey(
  db: Store,
  userId: string,
  key: string,
  createdOn?: Date,
): Promise<void> {
  await db
    .deleteFrom('idempotencyKeys')
    .where('userId', '=', userId)
    .where('key', '=', key)
    .$if(createdOn !== undefined, (query) => query.where('createdOn', '=', createdOn as Date))
    .execute();
}
