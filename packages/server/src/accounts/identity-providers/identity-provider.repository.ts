import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Database, Store } from '../../database/schema.ts';
import type { SealedColumn } from '../../secrets/sealed-column.ts';
import type { IdentityProviderTables } from './identity-provider.tables.ts';

/** A provider as it is stored. */
export type ProviderRow = Selectable<IdentityProviderTables['identityProviders']>;

/** The domain that a provider is for; null for those for everyone. */
export type ProviderScope = string | null;

export const providerSecretColumn: SealedColumn = {
  name: 'identity_providers.client_secret',
  list: (db, prefix) =>
    db
      .selectFrom('identityProviders')
      .select(['id as row', 'clientSecret as text'])
      .where('clientSecret', 'not like', `${prefix}%`)
      .orderBy('id')
      .limit(100)
      .execute(),
  async update(db, before, clientSecret) {
    await db
      .updateTable('identityProviders')
      .set({ clientSecret })
      .where('id', '=', before.row)
      .where('clientSecret', '=', before.text)
      .execute();
  },
};

export function listProviders(
  db: Store,
  scope: ProviderScope,
): Promise<(ProviderRow & { people: number })[]> {
  return selectProviders(db, scope)
    .select((query) =>
      query
        .selectFrom('identities')
        .innerJoin('users', 'users.id', 'identities.userId')
        .select(({ fn }) => fn.countAll<number>().as('people'))
        .whereRef('identities.providerId', '=', 'identityProviders.id')
        .where('users.removedOn', 'is', null)
        .$asScalar()
        .$notNull()
        .as('people'),
    )
    .orderBy('name')
    .orderBy('id')
    .execute();
}

export function findProvider(db: Store, scope: ProviderScope, id: string): Promise<ProviderRow | undefined> {
  return selectProviders(db, scope).where('id', '=', id).executeTakeFirst();
}

/** Whosever it is: at the sign-in only its id is known. */
export function findAnyProvider(db: Store, id: string): Promise<ProviderRow | undefined> {
  return db.selectFrom('identityProviders').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Lists providers for everyone and providers of a domain, by name. */
export function listOffered(
  db: Store,
  domainId: string | undefined,
): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('identityProviders')
    .select(['id', 'name'])
    .where((where) =>
      where.or([
        where('domainId', 'is', null),
        ...(domainId === undefined ? [] : [where('domainId', '=', domainId)]),
      ]),
    )
    .orderBy('name')
    .orderBy('id')
    .execute();
}

export async function countProviders(db: Store, scope: ProviderScope): Promise<number> {
  return (await selectProviders(db, scope).execute()).length;
}

export async function insertProvider(
  db: Store,
  provider: Insertable<Database['identityProviders']>,
): Promise<void> {
  await db.insertInto('identityProviders').values(provider).execute();
}

export async function updateProvider(
  db: Store,
  scope: ProviderScope,
  id: string,
  changes: Updateable<Database['identityProviders']>,
): Promise<void> {
  await db
    .updateTable('identityProviders')
    .set(changes)
    .where('domainId', scope === null ? 'is' : '=', scope)
    .where('id', '=', id)
    .execute();
}

/** Until the transaction ends, no one signs in with it. */
export async function lockProvider(transaction: Store, id: string): Promise<void> {
  await transaction.selectFrom('identityProviders').select('id').where('id', '=', id).forUpdate().execute();
}

export async function deleteProvider(db: Store, scope: ProviderScope, id: string): Promise<void> {
  await db
    .deleteFrom('identityProviders')
    .where('domainId', scope === null ? 'is' : '=', scope)
    .where('id', '=', id)
    .execute();
}

function selectProviders(db: Store, scope: ProviderScope) {
  return db
    .selectFrom('identityProviders')
    .selectAll()
    .where('domainId', scope === null ? 'is' : '=', scope);
}
