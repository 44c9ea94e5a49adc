import { sql } from 'kysely';
import type { Store } from '../../database/schema.ts';
import type { TokenPurpose } from '../accounts.tables.ts';

export interface OneTimeToken {
  tokenHash: Buffer;
  purpose: TokenPurpose;
  userId: string;
  issuerId?: string;
  issuerSessionId?: string | null;
  issuerKeyId?: string | null;
  endsBy?: Date | null;
  sessionId?: string;
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
  issuerSessionId: string | null;
  issuerKeyId: string | null;
  endsBy: Date | null;
  /** The session that the token is about, or in which it was asked for. */
  sessionId: string | null;
  email: string | null;
}

const columns = [
  'purpose',
  'userId',
  'issuerId',
  'issuerSessionId',
  'issuerKeyId',
  'endsBy',
  'sessionId',
  'email',
] as const;

/** A token that could be used now. */
export async function findOneTimeToken(
  db: Store,
  hash: Buffer,
  purposes: readonly TokenPurpose[],
  now: Date,
): Promise<UsedToken | undefined> {
  return db
    .selectFrom('oneTimeTokens')
    .select(columns)
    .where('tokenHash', '=', hash)
    .where('purpose', 'in', purposes)
    .where('usedOn', 'is', null)
    .where('expiresOn', '>', now)
    .executeTakeFirst();
}

/** A token that was used, however long ago. */
export async function findUsedOneTimeToken(
  db: Store,
  hash: Buffer,
  purposes: readonly TokenPurpose[],
): Promise<UsedToken | undefined> {
  return db
    .selectFrom('oneTimeTokens')
    .select(columns)
    .where('tokenHash', '=', hash)
    .where('purpose', 'in', purposes)
    .where('usedOn', 'is not', null)
    .executeTakeFirst();
}

/** Whether a token about a session that was issued for an address could be used now. */
export async function hasTokenAbout(
  db: Store,
  purpose: TokenPurpose,
  { email, sessionId }: { email: string; sessionId: string },
  now: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('oneTimeTokens')
    .select('userId')
    .where('purpose', '=', purpose)
    .where('sessionId', '=', sessionId)
    .where('email', '=', email)
    .where('usedOn', 'is', null)
    .where('expiresOn', '>', now)
    .limit(1)
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
    .returning(columns)
    .executeTakeFirst();
}

/** Until when each of some users can accept the latest invitation that was sent to them. */
export async function listInvitationEnds(
  db: Store,
  userIds: readonly string[],
): Promise<{ userId: string; endsOn: Date }[]> {
  return db
    .selectFrom('oneTimeTokens')
    .select(({ fn }) => ['userId', fn.max('expiresOn').as('endsOn')])
    .where('userId', 'in', userIds)
    .where('purpose', '=', 'invite')
    .where('usedOn', 'is', null)
    .groupBy('userId')
    .orderBy('userId')
    .execute();
}

/** Makes the open tokens for some purposes useless that a user has, or has issued. */
export async function deleteOneTimeTokens(
  db: Store,
  userId: string,
  purposes: readonly TokenPurpose[],
): Promise<void> {
  await db
    .deleteFrom('oneTimeTokens')
    .where((where) => where.or([where('userId', '=', userId), where('issuerId', '=', userId)]))
    .where('purpose', 'in', purposes)
    .where('usedOn', 'is', null)
    .execute();
}

/**
 * Makes the open tokens for a purpose useless that were sent to an address of a user, or to any other: since a time, or
 * about some sessions.
 */
export async function deleteTokensSentTo(
  db: Store,
  userId: string,
  purpose: TokenPurpose,
  to:
    | { email: string }
    | { othersThan: string; since: Date }
    | { othersThan: string; about: readonly string[] },
): Promise<void> {
  const address = sql<string>`lower(email)`;
  await db
    .deleteFrom('oneTimeTokens')
    .where('userId', '=', userId)
    .where('purpose', '=', purpose)
    .where('usedOn', 'is', null)
    .where((where) =>
      'email' in to
        ? where(address, '=', to.email.toLowerCase())
        : where.and([
            where(address, '!=', to.othersThan.toLowerCase()),
            'since' in to
              ? where('sessionId', 'in', (query) =>
                  query
                    .selectFrom('sessions')
                    .select('id')
                    .where('userId', '=', userId)
                    .where('createdOn', '>=', to.since),
                )
              : where('sessionId', '=', sql<string>`any(${to.about}::uuid[])`),
          ]),
    )
    .execute();
}

/** Makes the open tokens useless that were issued with an access key. */
export async function deleteTokensOfKey(db: Store, keyId: string): Promise<void> {
  await db.deleteFrom('oneTimeTokens').where('issuerKeyId', '=', keyId).where('usedOn', 'is', null).execute();
}
