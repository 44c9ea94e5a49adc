import type { Address, SaveAddress } from '@atrium/contract/billing/address';
import type { Card, CreateCard } from '@atrium/contract/billing/card';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { Audit } from '../audit/audit.service.ts';
import type { Clock, Random } from '../clock.ts';
import type { Database, Store } from '../database/schema.ts';
import type { Caller } from '../http/caller.ts';
import { ConflictError, NotFoundError, UnprocessableError } from '../http/errors.ts';
import type { Bonuses } from '../pricing/bonus.service.ts';
import type { KeptCard, PaymentProvider } from '../providers/payments/payment-provider.ts';
import { insertAddress, listAddresses, updateAddress } from './address.repository.ts';
import { checkAddress } from './address-check.ts';
import { insertCard, listCards, type StoredCard } from './card.repository.ts';
import { findCreditBalance, hasCreditOf, insertCreditEntries } from './credit.repository.ts';
import { hasUnpaidInvoice } from './invoice.repository.ts';
import { deleteOwned, lockOwner, type OwnedTable, updateDefault } from './owned.repository.ts';

type CardChange = z.output<typeof CreateCard>;
type AddressChange = z.output<typeof SaveAddress>;

/** A customer's cards, addresses and free tier. */
export interface Wallet {
  hasCard(caller: Caller): Promise<boolean>;
  listCards(caller: Caller): Promise<Card[]>;
  addCard(caller: Caller, card: CardChange): Promise<Card>;
  listAddresses(caller: Caller): Promise<Address[]>;
  addAddress(caller: Caller, address: AddressChange): Promise<Address>;
  changeAddress(caller: Caller, id: string, address: AddressChange): Promise<Address>;
  makeDefault(caller: Caller, table: OwnedTable, id: string): Promise<void>;
  remove(caller: Caller, table: OwnedTable, id: string): Promise<void>;
  /** First set-up: both or none, and the free tier once. */
  setUp(
    caller: Caller,
    first: { card: CardChange; address: AddressChange },
  ): Promise<{
    card: Card;
    address: Address;
    virtualCash: number;
  }>;
  /** Cents of free tier that first set-up would give now. */
  freeTierOffer(caller: Caller): Promise<number>;
  /** Remaining free tier in cents. */
  virtualCash(caller: Caller): Promise<number>;
}

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  audit: Audit;
  bonuses: Bonuses;
  payments: PaymentProvider;
}

const FREE_TIER_REASON = 'CONSOLE_DISCOUNT';

export function createWallet({ db, clock, random, audit, bonuses, payments }: Parts): Wallet {
  async function keepCard(caller: Caller, { token, cardHolderName }: CardChange): Promise<KeptCard> {
    const [known] = (await listCards(db, caller)).filter(({ provider }) => provider === payments.name);
    return payments.keepCard(token, { name: cardHolderName, customer: known?.providerCustomer ?? null });
  }

  async function storeCard(
    transaction: Store,
    caller: Caller,
    kept: KeptCard,
    holderName: string,
  ): Promise<StoredCard> {
    const card = await insertCard(transaction, caller, {
      id: random.id(),
      last4: kept.last4,
      expMonth: kept.expMonth,
      expYear: kept.expYear,
      holderName,
      provider: payments.name,
      providerCustomer: kept.customer,
      providerCard: kept.card,
      isDefault: (await listCards(transaction, caller)).length === 0,
      createdOn: clock.now(),
    });
    await audit.record(transaction, {
      caller,
      action: 'card.create',
      message: `Card ending in ${card.last4}`,
    });
    return card;
  }

  async function storeAddress(transaction: Store, caller: Caller, fields: AddressChange): Promise<Address> {
    const isDefault = (await listAddresses(transaction, caller)).length === 0;
    const address = await insertAddress(transaction, caller, {
      id: random.id(),
      fields,
      isDefault,
      createdOn: clock.now(),
    });
    await audit.record(transaction, {
      caller,
      action: 'address.create',
      message: address.addressCity,
      after: address,
    });
    return address;
  }

  const asOwner = <T>(caller: Caller, work: (transaction: Store) => Promise<T>): Promise<T> =>
    db.transaction().execute(async (transaction) => {
      await lockOwner(transaction, caller);
      return work(transaction);
    });

  return {
    hasCard: async (caller) => (await listCards(db, caller)).length > 0,
    listCards: (caller) => listCards(db, caller),
    listAddresses: (caller) => listAddresses(db, caller),
    freeTierOffer: (caller) => freeTierOf(db, caller),
    virtualCash: (caller) => findCreditBalance(db, caller),

    async addCard(caller, change) {
      const kept = await keepCard(caller, change);
      return asOwner(caller, (transaction) => storeCard(transaction, caller, kept, change.cardHolderName));
    },

    async addAddress(caller, given) {
      const address = checkAddress(given);
      return asOwner(caller, (transaction) => storeAddress(transaction, caller, address));
    },

    async changeAddress(caller, id, given) {
      const fields = checkAddress(given);
      return asOwner(caller, async (transaction) => {
        const address = await updateAddress(transaction, caller, id, fields);
        if (address === undefined) throw new NotFoundError();
        await audit.record(transaction, {
          caller,
          action: 'address.change',
          message: address.addressCity,
          after: address,
        });
        return address;
      });
    },

    makeDefault: (caller, table, id) =>
      asOwner(caller, async (transaction) => {
        if (!(await updateDefault(transaction, table, caller, id))) throw new NotFoundError();
        await audit.record(transaction, { caller, action: `${table}.default`, message: id });
      }),

    remove: (caller, table, id) =>
      asOwner(caller, async (transaction) => {
        const own = await listOwned(transaction, table, caller);
        const row = own.find((known) => known.id === id);
        if (row === undefined) throw new NotFoundError();
        if (row.isDefault) await checkDefaultMayGo(transaction, caller, own.length);
        await deleteOwned(transaction, table, caller, id, clock.now());
        await audit.record(transaction, { caller, action: `${table}.delete`, message: id });
      }),

    async setUp(caller, first) {
      const fields = checkAddress(first.address);
      if ((await listCards(db, caller)).length > 0) throw new ConflictError('Payment is already set up.');
      const kept = await keepCard(caller, first.card);
      return asOwner(caller, async (transaction) => {
        if ((await listCards(transaction, caller)).length > 0)
          throw new ConflictError('Payment is already set up.');
        const card = await storeCard(transaction, caller, kept, first.card.cardHolderName);
        const address = await storeAddress(transaction, caller, fields);
        await giveFreeTier(transaction, caller);
        return { card, address, virtualCash: await findCreditBalance(transaction, caller) };
      });
    },
  };

  async function freeTierOf(store: Store, caller: Caller): Promise<number> {
    // A child user's usage is its parent's, and a customer who removed all cards and sets up again has had it.
    const isFor = caller.parentId === null && !(await hasCreditOf(store, caller, FREE_TIER_REASON));
    return isFor ? bonuses.freeTierCents(store) : 0;
  }

  async function giveFreeTier(transaction: Store, caller: Caller): Promise<void> {
    const cents = await freeTierOf(transaction, caller);
    if (cents === 0) return;
    await insertCreditEntries(transaction, [
      {
        id: random.id(),
        domainId: caller.domainId,
        userId: caller.userId,
        cents,
        reason: FREE_TIER_REASON,
        creditId: null,
        invoiceId: null,
        createdOn: clock.now(),
      },
    ]);
    await audit.record(transaction, {
      caller,
      action: 'credit.give',
      message: `Free tier of ${cents} cents`,
    });
  }
}

async function listOwned(
  db: Store,
  table: OwnedTable,
  caller: Caller,
): Promise<{ id: string; isDefault: boolean }[]> {
  if (table === 'cards') {
    return (await listCards(db, caller)).map(({ id, defaultCard }) => ({ id, isDefault: defaultCard }));
  }
  return (await listAddresses(db, caller)).map(({ id, defaultAddress }) => ({
    id,
    isDefault: defaultAddress,
  }));
}

async function checkDefaultMayGo(db: Store, caller: Caller, count: number): Promise<void> {
  if (count > 1) throw new UnprocessableError('This is the default. Make another one the default first.');
  if (await hasUnpaidInvoice(db, caller))
    throw new UnprocessableError('There are unpaid invoices. Pay them first.');
}
