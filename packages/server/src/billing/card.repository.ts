import type { Card } from '@atrium/contract/billing/card';
import type { Store } from '../database/schema.ts';
import type { Customer } from './customer.ts';
import { isOwnedByAny } from './owned.repository.ts';

/** A card with its provider's id for it. */
export interface StoredCard extends Card {
  holderName: string;
  provider: string;
  providerCustomer: string;
  providerCard: string;
}

const columns = [
  'id',
  'last4',
  'expMonth',
  'expYear',
  'isDefault as defaultCard',
  'holderName',
  'provider',
  'providerCustomer',
  'providerCard',
] as const;

/** Oldest first. */
export async function listCards(db: Store, { domainId, userId }: Customer): Promise<StoredCard[]> {
  return db
    .selectFrom('cards')
    .select(columns)
    .where('domainId', '=', domainId)
    .where('userId', '=', userId)
    .where('removedOn', 'is', null)
    .orderBy('createdOn')
    .orderBy('id')
    .execute();
}

/** The default cards of several users, by user. */
export async function listDefaultCards(db: Store, customers: Customer[]): Promise<Map<string, StoredCard>> {
  const rows = await db
    .selectFrom('cards')
    .select(columns)
    .select('userId')
    .where(isOwnedByAny('cards', customers))
    .where('isDefault', '=', true)
    .where('removedOn', 'is', null)
    .execute();
  return new Map(rows.map(({ userId, ...card }) => [userId, card]));
}

/** As many as one search follows: many thousands of cards end in the same digits where there are many millions. */
const MOST_MATCHES = 1_000;

/** Domains with a card, removed or not, whose number ends in these digits. */
export async function listDomainIdsOfCard(db: Store, last4: string): Promise<string[]> {
  const rows = await db
    .selectFrom('cards')
    .select('domainId')
    .where('last4', '=', last4)
    .orderBy('createdOn', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_MATCHES)
    .execute();
  return rows.map(({ domainId }) => domainId);
}

/** Also a removed one: a payment keeps its card. */
export async function findCard(db: Store, id: string): Promise<StoredCard | undefined> {
  return db.selectFrom('cards').select(columns).where('id', '=', id).executeTakeFirst();
}

/** Whether a customer has, or had, the card that the provider calls so. */
export async function hasProviderCard(
  db: Store,
  { domainId, userId }: Customer,
  providerCard: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('cards')
    .select('id')
    .where('domainId', '=', domainId)
    .where('userId', '=', userId)
    .where('providerCard', '=', providerCard)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertCard(
  db: Store,
  { domainId, userId }: Customer,
  card: Omit<StoredCard, 'defaultCard'> & { isDefault: boolean; createdOn: Date },
): Promise<StoredCard> {
  return db
    .insertInto('cards')
    .values({ ...card, domainId, userId })
    .returning(columns)
    .executeTakeFirstOrThrow();
}
