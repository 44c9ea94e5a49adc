import type { Insertable, Selectable } from 'kysely';
import type { Store } from '../../database/schema.ts';
import type { TestProviderTables } from './test-provider.tables.ts';

export type TestToken = Selectable<TestProviderTables['testProviderTokens']>;
export type TestCard = Selectable<TestProviderTables['testProviderCards']>;
export type TestCharge = Selectable<TestProviderTables['testProviderCharges']>;

export async function insertTestToken(
  db: Store,
  token: Insertable<TestProviderTables['testProviderTokens']>,
): Promise<void> {
  await db.insertInto('testProviderTokens').values(token).execute();
}

/** Marks a token as used and returns it; undefined if it is unknown or was used before. */
export function updateTestTokenUsed(db: Store, token: string, usedOn: Date): Promise<TestToken | undefined> {
  return db
    .updateTable('testProviderTokens')
    .set({ usedOn })
    .where('token', '=', token)
    .where('usedOn', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

export async function insertTestCard(db: Store, card: TestCard): Promise<void> {
  await db.insertInto('testProviderCards').values(card).execute();
}

/** Existing charges refer to the card, so it stays and declines from now on. */
export async function updateTestCardForgotten(db: Store, id: string): Promise<void> {
  await db.updateTable('testProviderCards').set({ behaviour: 'declines' }).where('id', '=', id).execute();
}

export function findTestCard(db: Store, id: string): Promise<TestCard | undefined> {
  return db.selectFrom('testProviderCards').selectAll().where('id', '=', id).executeTakeFirst();
}

/** False when there is a charge of this idempotency key already. */
export async function insertTestCharge(db: Store, charge: TestCharge): Promise<boolean> {
  const row = await db
    .insertInto('testProviderCharges')
    .values(charge)
    .onConflict((conflict) => conflict.column('idempotencyKey').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export function findTestCharge(
  db: Store,
  by: 'id' | 'idempotencyKey' | 'clientSecret',
  value: string,
): Promise<TestCharge | undefined> {
  return db.selectFrom('testProviderCharges').selectAll().where(by, '=', value).executeTakeFirst();
}

/** Ends a charge that waits for its holder's confirmation. */
export async function updateTestChargeConfirmed(
  db: Store,
  clientSecret: string,
  outcome: { status: 'succeeded' | 'declined'; error: string | null },
): Promise<void> {
  await db
    .updateTable('testProviderCharges')
    .set(outcome)
    .where('clientSecret', '=', clientSecret)
    .where('status', '=', 'authentication')
    .execute();
}
