import type { Card } from '@atrium/contract/billing/card';
import type { Selectable } from 'kysely';
import type { Store } from '../database/schema.ts';
import type { BillingTables } from './billing.tables.ts';
import type { Owner } from './credit.repository.ts';
import { isOwnedByAny } from './owned.repository.ts';

/** A card with what its provider knows it by. */
export interface StoredCard extends Card {
  holderName: string;
  provider: string;
  providerCustomer: string;
  providerCard: string;
}

function toStoredCard(row: Selectable<BillingTables['cards']>): StoredCard {
  return {
    id: row.id,
    last4: row.last4,
    expMonth: row.exp_month,
    expYear: row.exp_year,
    defaultCard: row.is_default,
    holderName: row.holder_name,
    provider: row.provider,
    providerCustomer: row.provider_customer,
    providerCard: row.provider_card,
  };
}

/** Oldest first. */
export async function listCards(db: Store, { domainId, userId }: Owner): Promise<StoredCard[]> {
  const rows = await db
    .selectFrom('cards')
    .selectAll()
    .where('domain_id', '=', domainId)
    .where('user_id', '=', userId)
    .where('removed_on', 'is', null)
    .orderBy('created_on')
    .orderBy('id')
    .execute();
  return rows.map(toStoredCard);
}

/** The default cards of several people, by user. */
export async function listDefaultCards(db: Store, owners: Owner[]): Promise<Map<string, StoredCard>> {
  const rows = await db
    .selectFrom('cards')
    .selectAll()
    .where(isOwnedByAny('cards', owners))
    .where('is_default', '=', true)
    .where('removed_on', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.user_id, toStoredCard(row)]));
}

/** Also a removed one: a payment keeps its card. */
export async function findCard(db: Store, id: string): Promise<StoredCard | undefined> {
  const row = await db.selectFrom('cards').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toStoredCard(row);
}

export async function insertCard(
  db: Store,
  owner: Owner,
  card: Omit<StoredCard, 'defaultCard'> & { isDefault: boolean; createdOn: Date },
): Promise<StoredCard> {
  const row = await db
    .insertInto('cards')
    .values({
      id: card.id,
      domain_id: owner.domainId,
      user_id: owner.userId,
      provider: card.provider,
      provider_customer: card.providerCustomer,
      provider_card: card.providerCard,
      holder_name: card.holderName,
      last4: card.last4,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      is_default: card.isDefault,
      created_on: card.createdOn,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toStoredCard(row);
}
