import type { Store } from '../database/schema.ts';
import type { TokenPurpose } from './accounts.tables.ts';

export interface OneTimeToken {
  tokenHash: Buffer;
  purpose: TokenPurpose;
  userId: string;
  issuerId?: string;
  email?: string;
  createdOn: Date;
  expiresOn: Date;
}

export async function insertOneTimeToken(db: Store, token: OneTimeToken): Promise<void> {
  await db.insertInto('oneTimeTokens').values(token).execute();
}

export interface UsedToken {
  purpose: TokenPurpose;
  userId: string;
  issuerId: string | null;
  email: string | null;
}

/** Whether a token could be used now. */
export async function findOneTimeToken(
  db: Store,
  hash: Buffer,
  purposes: readonly TokenPurpose[],
  now: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('oneTimeTokens')
    .select('purpose')
    .where('tokenHash', '=', hash)
    .where('purpose', 'in', purposes)
    .where('usedOn', 'is', null)
    .where('expiresOn', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses a token up. Of two that try at the same time, one gets it. */
export async function updateOneTimeTokenUsed(
  db: Store,
  hash: Buffer,
  purposes: readonly TokenPurpose[],
  now: Date,
): Promise<UsedToken | undefined> {
  return db
    .updateTable('oneTimeTokens')
    .set({ usedOn: now })
    .where('tokenHash', '=', hash)
    .where('purpose', 'in', purposes)
    .where('usedOn', 'is', null)
    .where('expiresOn', '>', now)
    .returning(['purpose', 'userId', 'issuerId', 'email'])
    .executeTakeFirst();
}

/** Makes the open tokens of a user for some purposes useless. */
export async function deleteOneTimeTokens(
  db: Store,
  userId: string,
  purposes: readonly TokenPurpose[],
): Promise<void> {
  await db
    .deleteFrom('oneTimeTokens')
    .where('userId', '=', userId)
    .where('purpose', 'in', purposes)
    .where('usedOn', 'is', null)
    .execute();
}
