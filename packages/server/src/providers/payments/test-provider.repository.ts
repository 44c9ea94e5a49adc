import type { Insertable, Selectable } from 'kysely';
import type { Store } from '../../database/schema.ts';
import type { TestProviderTables } from './test-provider.tables.ts';

export type TestToken = Selectable<TestProviderTables['test_provider_tokens']>;
export type TestCard = Selectable<TestProviderTables['test_provider_cards']>;
export type TestCharge = Selectable<TestProviderTables['test_provider_charges']>;

export async function insertTestToken(
  db: Store,
  token: Insertable<TestProviderTables['test_provider_tokens']>,
): Promise<void> {
  await db.insertInto('test_provider_tokens').values(token).execute();
}

/** Marks a token as used and gives it; undefined when it is unknown or was used before. */
export function updateTestTokenUsed(db: Store, token: string, usedOn: Date): Promise<TestToken | undefined> {
  return db
    .updateTable('test_provider_tokens')
    .set({ used_on: usedOn })
    .where('token', '=', token)
    .where('used_on', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

export async function insertTestCard(db: Store, card: TestCard): Promise<void> {
  await db.insertInto('test_provider_cards').values(card).execute();
}

export function findTestCard(db: Store, id: string): Promise<TestCard | undefined> {
  return db.selectFrom('test_provider_cards').selectAll().where('id', '=', id).executeTakeFirst();
}

/** False when there is a charge of this idempotency key already. */
export async function insertTestCharge(db: Store, charge: TestCharge): Promise<boolean> {
  const row = await db
    .insertInto('test_provider_charges')
    .values(charge)
    .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export function findTestCharge(
  db: Store,
  by: 'id' | 'idempotency_key' | 'client_secret',
  value: string,
): Promise<TestCharge | undefined> {
  return db.selectFrom('test_provider_charges').selectAll().where(by, '=', value).executeTakeFirst();
}

/** Ends a charge that waits for its holder's confirmation. */
export async function updateTestChargeConfirmed(
  db: Store,
  clientSecret: string,
  outcome: { status: 'succeeded' | 'declined'; error: string | null },
): Promise<void> {
  await db
    .updateTable('test_provider_charges')
    .set(outcome)
    .where('client_secret', '=', clientSecret)
    .where('status', '=', 'authentication')
    .execute();
}
