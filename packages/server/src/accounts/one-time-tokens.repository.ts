import type { Store } from '../database/schema.ts';
import type { TokenPurpose } from './accounts.tables.ts';

export interface OneTimeToken {
  hash: Buffer;
  purpose: TokenPurpose;
  userId: string;
  issuerId?: string;
  email?: string;
  createdOn: Date;
  expiresOn: Date;
}

export async function insertOneTimeToken(db: Store, token: OneTimeToken): Promise<void> {
  await db
    .insertInto('one_time_tokens')
    .values({
      token_hash: token.hash,
      purpose: token.purpose,
      user_id: token.userId,
      issuer_id: token.issuerId ?? null,
      email: token.email ?? null,
      created_on: token.createdOn,
      expires_on: token.expiresOn,
    })
    .execute();
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
    .selectFrom('one_time_tokens')
    .select('purpose')
    .where('token_hash', '=', hash)
    .where('purpose', 'in', purposes)
    .where('used_on', 'is', null)
    .where('expires_on', '>', now)
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
    .updateTable('one_time_tokens')
    .set({ used_on: now })
    .where('token_hash', '=', hash)
    .where('purpose', 'in', purposes)
    .where('used_on', 'is', null)
    .where('expires_on', '>', now)
    .returning(['purpose', 'user_id as userId', 'issuer_id as issuerId', 'email'])
    .executeTakeFirst();
}

/** Makes the open tokens of a user for some purposes useless. */
export async function deleteOneTimeTokens(
  db: Store,
  userId: string,
  purposes: readonly TokenPurpose[],
): Promise<void> {
  await db
    .deleteFrom('one_time_tokens')
    .where('user_id', '=', userId)
    .where('purpose', 'in', purposes)
    .where('used_on', 'is', null)
    .execute();
}
