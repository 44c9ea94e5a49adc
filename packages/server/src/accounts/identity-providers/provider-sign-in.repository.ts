import type { Insertable } from 'kysely';
import type { Database, Store } from '../../database/schema.ts';
import type { SealedColumn } from '../../secrets/sealed-column.ts';
import type { UserKey } from '../people/user.repository.ts';

export const signOutUrlColumn: SealedColumn = {
  name: 'provider_sign_ins.sign_out_url',
  list: (db, prefix) =>
    db
      .selectFrom('providerSignIns')
      .select(['id as row', 'signOutUrl as text'])
      .where('signOutUrl', '!=', '')
      .where('signOutUrl', 'not like', `${prefix}%`)
      .orderBy('id')
      .limit(100)
      .execute(),
  async update(db, before, signOutUrl) {
    await db
      .updateTable('providerSignIns')
      .set({ signOutUrl })
      .where('id', '=', before.row)
      .where('signOutUrl', '=', before.text)
      .execute();
  },
};

export async function insertProviderSignIn(
  db: Store,
  signIn: Insertable<Database['providerSignIns']>,
): Promise<void> {
  await db.insertInto('providerSignIns').values(signIn).execute();
}

/**
 * Returns the sign-in that a session begins with, if the user is still connected with its provider. Locks the provider
 * against deletion until the transaction ends.
 */
export function findProviderSignIn(
  db: Store,
  { userId, domainId }: UserKey,
  id: string,
): Promise<{ name: string; isOfDomain: boolean; authenticatedOn: Date | null } | undefined> {
  return db
    .selectFrom('providerSignIns')
    .innerJoin('identityProviders', 'identityProviders.id', 'providerSignIns.providerId')
    .innerJoin('identities', (join) =>
      join
        .onRef('identities.providerId', '=', 'providerSignIns.providerId')
        .onRef('identities.userId', '=', 'providerSignIns.userId'),
    )
    .select((one) => [
      'identityProviders.name',
      one('identityProviders.domainId', 'is not', null).as('isOfDomain'),
      'providerSignIns.authenticatedOn',
    ])
    .$narrowType<{ isOfDomain: boolean }>()
    .where('providerSignIns.userId', '=', userId)
    .where('providerSignIns.domainId', '=', domainId)
    .where('providerSignIns.id', '=', id)
    .forShare('identityProviders')
    .executeTakeFirst();
}

/** By the refresh token of a session that is open: where its provider signs the person out. */
export function findSignOutUrl(
  db: Store,
  refreshTokenHash: Buffer,
): Promise<{ id: string; signOutUrl: string } | undefined> {
  return db
    .selectFrom('refreshTokens')
    .innerJoin('sessions', 'sessions.id', 'refreshTokens.sessionId')
    .innerJoin('providerSignIns', 'providerSignIns.id', 'sessions.providerSignInId')
    .select(['providerSignIns.id', 'providerSignIns.signOutUrl'])
    .where('refreshTokens.tokenHash', '=', refreshTokenHash)
    .where('sessions.endedOn', 'is', null)
    .where('providerSignIns.signOutUrl', '!=', '')
    .executeTakeFirst();
}

/** Open sessions of a user that began with a provider. */
export async function listSessionIdsOfProvider(
  db: Store,
  { userId, domainId }: UserKey,
  providerId: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('providerSignIns', 'providerSignIns.id', 'sessions.providerSignInId')
    .select('sessions.id')
    .where('sessions.userId', '=', userId)
    .where('sessions.domainId', '=', domainId)
    .where('sessions.endedOn', 'is', null)
    .where('providerSignIns.providerId', '=', providerId)
    .orderBy('sessions.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes sign-ins that no session refers to. */
export async function deleteOldProviderSignIns(db: Store, createdBefore: Date): Promise<void> {
  await db
    .deleteFrom('providerSignIns')
    .where('createdOn', '<', createdBefore)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('sessions')
            .select('sessions.id')
            .whereRef('sessions.providerSignInId', '=', 'providerSignIns.id'),
        ),
      ),
    )
    .execute();
}
