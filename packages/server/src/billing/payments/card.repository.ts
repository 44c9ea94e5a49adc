import type { Card } from '@atrium/contract/billing/card';
import type { Store } from '../../database/schema.ts';
import type { Customer } from '../customer.ts';
import { isOwnedByAny } from '../wallet/owned.repository.ts';

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

export interface ExpiringCard extends Customer, Pick<Card, 'id' | 'last4' | 'expMonth' | 'expYear'> {}

/** Up to `limit` default cards whose last month it is or was, by id, which were not mailed about. */
export function listExpiringCards(
  db: Store,
  { expMonth, expYear }: Pick<Card, 'expMonth' | 'expYear'>,
  after: string,
  limit: number,
): Promise<ExpiringCard[]> {
  return db
    .selectFrom('cards')
    .select(['id', 'domainId', 'userId', 'last4', 'expMonth', 'expYear'])
    .where(({ eb, refTuple, tuple }) => eb(refTuple('expYear', 'expMonth'), '<=', tuple(expYear, expMonth)))
    .where('isDefault', '=', true)
    .where('removedOn', 'is', null)
    .where('expiryMailedOn', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Notes that a default card is mailed about, in the transaction that requests the mails; false if that was noted before. */
export async function updateExpiryMailed(
  transaction: Store,
  { domainId, userId }: Customer,
  id: string,
  now: Date,
): Promise<boolean> {
  const row = await transaction
    .updateTable('cards')
    .set({ expiryMailedOn: now })
    .where('id', '=', id)
    .where('domainId', '=', domainId)
    .where('userId', '=', userId)
    .where('isDefault', '=', true)
    .where('removedOn', 'is', null)
    .where('expiryMailedOn', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Maximum number of cards that a search follows: with many millions of cards, many thousands share their last digits.
 */
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

/** Whether anyone in a domain has one. */
export async function hasCardOfDomain(db: Store, domainId: string): Promise<boolean> {
  const row = await db
    .selectFrom('cards')
    .select('id')
    .where('domainId', '=', domainId)
    .where('removedOn', 'is', null)
    .limit(1)
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
