import type { Store } from '../database/schema.ts';

export interface IdempotencyKey {
  userId: string;
  key: string;
  requestHash: Buffer;
  createdOn: Date;
}

/** False when the key is in use already. Keys from before `forgetBefore` count as never used. */
export async function insertIdempotencyKey(
  db: Store,
  { userId, key, requestHash, createdOn }: IdempotencyKey,
  forgetBefore: Date,
): Promise<boolean> {
  await db.deleteFrom('idempotency_keys').where('created_on', '<', forgetBefore).execute();
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('idempotency_keys')
    .values({
      user_id: userId,
      key,
      request_hash: requestHash,
      created_on: createdOn,
      status: null,
      answer: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function findIdempotencyKey(
  db: Store,
  userId: string,
  key: string,
): Promise<(IdempotencyKey & { isAnswered: boolean; answer: unknown }) | undefined> {
  const row = await db
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    userId,
    key,
    requestHash: row.request_hash,
    createdOn: row.created_on,
    isAnswered: row.status !== null,
    answer: row.answer,
  };
}

export async function updateIdempotencyAnswer(
  db: Store,
  userId: string,
  key: string,
  answer: unknown,
): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({ status: 200, answer: JSON.stringify(answer) })
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .execute();
}

/** With a time: only if it is still the one of then, and not that of somebody who was faster. */
export async function deleteIdempotencyKey(
  db: Store,
  userId: string,
  key: string,
  createdOn?: Date,
): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .$if(createdOn !== undefined, (query) => query.where('created_on', '=', createdOn as Date))
    .execute();
}
