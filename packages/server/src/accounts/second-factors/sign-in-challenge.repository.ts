import type { Selectable } from 'kysely';
import type { Store } from '../../database/schema.ts';
import type { UserKey } from '../people/user.repository.ts';
import type { ChallengePurpose, SecondFactorTables } from './second-factor.tables.ts';

export type SignInChallenge = Pick<
  Selectable<SecondFactorTables['signInChallenges']>,
  'domainId' | 'providerSignInId' | 'purpose' | 'signedChallenge' | 'userId'
>;

const columns = ['purpose', 'userId', 'domainId', 'signedChallenge', 'providerSignInId'] as const;

export async function insertChallenge(
  db: Store,
  challenge: SignInChallenge & { tokenHash: Buffer; createdOn: Date; expiresOn: Date },
): Promise<void> {
  await db.insertInto('signInChallenges').values(challenge).execute();
}

export function findChallenge(
  db: Store,
  hash: Buffer,
  purpose: ChallengePurpose,
  now: Date,
): Promise<SignInChallenge | undefined> {
  return db
    .selectFrom('signInChallenges')
    .select(columns)
    .where('tokenHash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expiresOn', '>', now)
    .executeTakeFirst();
}

/** Stores the challenge that a passkey has to sign, replacing the previous one. */
export async function updateSignedChallenge(db: Store, hash: Buffer, signedChallenge: string): Promise<void> {
  await db.updateTable('signInChallenges').set({ signedChallenge }).where('tokenHash', '=', hash).execute();
}

/** Uses a challenge up. Of two that try at the same time, one gets it. */
export function deleteChallenge(
  db: Store,
  hash: Buffer,
  purpose: ChallengePurpose,
  now: Date,
): Promise<SignInChallenge | undefined> {
  return db
    .deleteFrom('signInChallenges')
    .where('tokenHash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expiresOn', '>', now)
    .returning(columns)
    .executeTakeFirst();
}

/** Deletes a user's incomplete sign-ins and proofs in a session. */
export async function deleteChallengesOf(db: Store, { userId, domainId }: UserKey): Promise<void> {
  await db
    .deleteFrom('signInChallenges')
    .where('userId', '=', userId)
    .where('domainId', '=', domainId)
    .execute();
}

export async function deleteOldChallenges(db: Store, expiredBefore: Date): Promise<void> {
  await db.deleteFrom('signInChallenges').where('expiresOn', '<', expiredBefore).execute();
}
