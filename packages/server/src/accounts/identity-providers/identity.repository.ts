import { type Insertable, sql } from 'kysely';
import type { Database, Store } from '../../database/schema.ts';
import type { UserKey } from '../people/user.repository.ts';

/** Finds the account of a person at a provider; `isRemoved` if the account was removed. */
export function findIdentity(
  db: Store,
  providerId: string,
  subject: string,
): Promise<(UserKey & { isRemoved: boolean }) | undefined> {
  return db
    .selectFrom('identities')
    .innerJoin('users', 'users.id', 'identities.userId')
    .select((one) => [
      'identities.userId',
      'identities.domainId',
      one('users.removedOn', 'is not', null).as('isRemoved'),
    ])
    .$narrowType<{ isRemoved: boolean }>()
    .where('identities.providerId', '=', providerId)
    .where('identities.subject', '=', subject)
    .executeTakeFirst();
}

/** With which providers a user signs in, by name; `domainId` is the provider's. */
export function listIdentities(db: Store, { userId, domainId }: UserKey) {
  return db
    .selectFrom('identities')
    .innerJoin('identityProviders', 'identityProviders.id', 'identities.providerId')
    .select([
      'identities.providerId',
      'identities.subject',
      'identities.createdOn',
      'identities.lastUsedOn',
      'identityProviders.name',
      'identityProviders.domainId',
    ])
    .where('identities.userId', '=', userId)
    .where('identities.domainId', '=', domainId)
    .orderBy('identityProviders.name')
    .orderBy('identities.providerId')
    .execute();
}

export async function deleteIdentity(
  db: Store,
  { userId, domainId }: UserKey,
  providerId: string,
): Promise<void> {
  await db
    .deleteFrom('identities')
    .where('userId', '=', userId)
    .where('domainId', '=', domainId)
    .where('providerId', '=', providerId)
    .execute();
}

/** Deletes those that a user has got since a time; returns the names of their providers. */
export async function deleteIdentitiesSince(
  db: Store,
  { userId, domainId }: UserKey,
  since: Date,
): Promise<string[]> {
  const rows = await db
    .deleteFrom('identities')
    .using('identityProviders')
    .whereRef('identityProviders.id', '=', 'identities.providerId')
    .where('identities.userId', '=', userId)
    .where('identities.domainId', '=', domainId)
    .where('identities.createdOn', '>=', since)
    .returning('identityProviders.name')
    .execute();
  return rows.map(({ name }) => name);
}

/** Lists users of a domain who have signed in with a provider. */
export async function listUserIdsOfProvider(
  db: Store,
  domainId: string,
  providerId: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('identities')
    .select('userId')
    .where('domainId', '=', domainId)
    .where('providerId', '=', providerId)
    .orderBy('userId')
    .execute();
  return rows.map(({ userId }) => userId);
}

/** Whether a user has signed in with a provider of their own domain. */
export async function hasDomainIdentity(db: Store, { userId, domainId }: UserKey): Promise<boolean> {
  const row = await db
    .selectFrom('identities')
    .innerJoin('identityProviders', 'identityProviders.id', 'identities.providerId')
    .select('identities.userId')
    .where('identities.userId', '=', userId)
    .where('identities.domainId', '=', domainId)
    .where('identityProviders.domainId', '=', domainId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether someone else at the provider signs in as a user. */
export async function findOtherSubject(
  db: Store,
  providerId: string,
  { userId, domainId }: UserKey,
  subject: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('identities')
    .select('subject')
    .where('providerId', '=', providerId)
    .where('domainId', '=', domainId)
    .where('userId', '=', userId)
    .where('subject', '!=', subject)
    .executeTakeFirst();
  return row?.subject;
}

/** Also works for a person who was removed and invited again: the identity then leads to the current account. */
export async function upsertIdentity(db: Store, identity: Insertable<Database['identities']>): Promise<void> {
  const { userId, domainId, lastUsedOn } = identity;
  await db
    .insertInto('identities')
    .values(identity)
    .onConflict((conflict) =>
      conflict.columns(['providerId', 'subject']).doUpdateSet({
        userId,
        domainId,
        lastUsedOn,
        // An account has it since it was connected with that account.
        createdOn: sql<Date>`case when identities.user_id = excluded.user_id then identities.created_on else excluded.created_on end`,
      }),
    )
    .execute();
}
