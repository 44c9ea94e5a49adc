import type { Insertable } from 'kysely';
import type { Database, Store } from '../../database/schema.ts';

/** Keeps the hash of a refresh token, never the token. */
export async function insertRefreshToken(
  db: Store,
  token: Insertable<Database['refreshTokens']>,
): Promise<void> {
  await db.insertInto('refreshTokens').values(token).execute();
}

/** A refresh token, whether it is good, used or expired. */
export interface RefreshToken {
  expiresOn: Date;
  usedOn: Date | null;
  /** Hash of the token it was given for; null for the first one of a session. */
  givenFor: Buffer | null;
}

/** Finds a refresh token by its hash. */
export async function findRefreshToken(db: Store, hash: Buffer): Promise<RefreshToken | undefined> {
  return db
    .selectFrom('refreshTokens')
    .select(['expiresOn', 'usedOn', 'givenFor'])
    .where('tokenHash', '=', hash)
    .executeTakeFirst();
}

/** Notes when a refresh token was used. */
export async function updateRefreshTokenUsed(db: Store, hash: Buffer, now: Date): Promise<void> {
  await db.updateTable('refreshTokens').set({ usedOn: now }).where('tokenHash', '=', hash).execute();
}

/** Uses up what could still continue a session, and returns its hash. */
export async function updateOpenRefreshTokensUsed(
  db: Store,
  sessionId: string,
  now: Date,
): Promise<Buffer | undefined> {
  const [used] = await db
    .updateTable('refreshTokens')
    .set({ usedOn: now })
    .where('sessionId', '=', sessionId)
    .where('usedOn', 'is', null)
    .returning('tokenHash')
    .execute();
  return used?.tokenHash;
}

/** Whether one of the tokens that were given for this one has been used. */
export async function hasUsedSuccessor(db: Store, hash: Buffer): Promise<boolean> {
  const used = await db
    .selectFrom('refreshTokens')
    .select('tokenHash')
    .where('givenFor', '=', hash)
    .where('usedOn', 'is not', null)
    .executeTakeFirst();
  return used !== undefined;
}
