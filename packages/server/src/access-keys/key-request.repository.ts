import type { Insertable, Selectable } from 'kysely';
import type { Database, Store } from '../database/schema.ts';

export type KeyRequestRow = Selectable<Database['keyRequests']>;

export async function insertKeyRequest(
  db: Store,
  request: Insertable<Database['keyRequests']>,
): Promise<void> {
  await db.insertInto('keyRequests').values(request).execute();
}

/** The one that waits for an answer under this code. */
export function findKeyRequest(db: Store, userCode: string, now: Date): Promise<KeyRequestRow | undefined> {
  return db
    .selectFrom('keyRequests')
    .selectAll()
    .where('userCode', '=', userCode)
    .where('expiresOn', '>', now)
    .where('userId', 'is', null)
    .where('isRefused', '=', false)
    .executeTakeFirst();
}

/** Answers a request, if no one else has. */
export async function updateKeyRequestAnswered(
  db: Store,
  userCode: string,
  answer: { isRefused: true } | { userId: string; domainId: string; permissions: string[] },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('keyRequests')
    .set(answer)
    .where('userCode', '=', userCode)
    .where('userId', 'is', null)
    .where('isRefused', '=', false)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Finds the request of a device, regardless of its state. */
export function findCollectable(db: Store, deviceCodeHash: Buffer): Promise<KeyRequestRow | undefined> {
  return db
    .selectFrom('keyRequests')
    .selectAll()
    .where('deviceCodeHash', '=', deviceCodeHash)
    .executeTakeFirst();
}

/** Returns whether this was the one to delete it: a key is collected once. */
export async function deleteKeyRequest(db: Store, deviceCodeHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('keyRequests')
    .where('deviceCodeHash', '=', deviceCodeHash)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export async function deleteExpiredKeyRequests(db: Store, now: Date): Promise<void> {
  await db.deleteFrom('keyRequests').where('expiresOn', '<=', now).execute();
}
