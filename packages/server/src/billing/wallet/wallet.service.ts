import type { Address, SaveAddress } from '@atrium/contract/billing/address-fields';
import type { Card, CreateCard } from '@atrium/contract/billing/card';
import { cardExpiry, expiredCardText } from '@atrium/contract/billing/card-expiry';
import { ConflictError, NotFoundError, UnprocessableError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { AttemptLimits } from '../../accounts/sign-in/attempt-limit.service.ts';
import type { Audit } from '../../audit/audit.service.ts';
import type { Clock, Random } from '../../clock.ts';
import type { Database, Store } from '../../database/schema.ts';
import type { Events } from '../../events/events.ts';
import type { Caller } from '../../http/caller.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Limits } from '../../limits/limit.service.ts';
import type { Bonuses } from '../../pricing/bonus.service.ts';
import type { KeptCard, PaymentProvider } from '../../providers/payments/payment-provider.ts';
import { endAutomaticPayment } from '../automatic-payments/end-automatic-payment.ts';
import { type Customer, customerOf } from '../customer.ts';
import { forgetCardJob } from '../payments/card.job.ts';
import {
  findCard,
  hasCardOfDomain,
  hasProviderCard,
  insertCard,
  listCards,
  listDomainIdsOfCard,
  type StoredCard,
} from '../payments/card.repository.ts';
import {
  insertAddress,
  listAddresses,
  updateAddress,
  updateUnaddressedInvoices,
} from './address.repository.ts';
import { checkAddress, isVatUnusual } from './address-check.ts';
import { findCreditBalance } from './credit.repository.ts';
import { lockCustomer } from './customer-lock.repository.ts';
import { findFreeTierCents, giveFreeTier } from './give-free-tier.ts';
import { deleteOwned, type OwnedTable, updateDefault } from './owned.repository.ts';
import { checkDefaultMayGo, checkRoom, listOwned } from './owned-rules.ts';

type CardChange = z.output<typeof CreateCard>;
type AddressChange = z.output<typeof SaveAddress>;

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  audit: Audit;
  attempts: Pick<AttemptLimits, 'countCard'>;
  events: Pick<Events, 'publish'>;
  bonuses: Bonuses;
  payments: PaymentProvider;
  jobs: Pick<Jobs, 'send'>;
  limits: Pick<Limits, 'announceCard'>;
}

/** A customer's cards, addresses and free tier. */
export class Wallet {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async hasCard(caller: Caller): Promise<boolean> {
    return (await listCards(this.#parts.db, caller)).length > 0;
  }

  hasCardOfDomain(domainId: string, db: Store): Promise<boolean> {
    return hasCardOfDomain(db, domainId);
  }

  listCards(customer: Customer): Promise<Card[]> {
    return listCards(this.#parts.db, customer);
  }

  /** Domains with a card, removed or not, whose number ends in these digits. */
  listDomainIds(last4: string): Promise<string[]> {
    return listDomainIdsOfCard(this.#parts.db, last4);
  }

  async listAddresses(caller: Caller): Promise<Address[]> {
    return (await listAddresses(this.#parts.db, caller)).map(withDoubt);
  }

  /** Cents of free tier that setting up payment would grant now. */
  getFreeTierOffer(caller: Caller): Promise<number> {
    return findFreeTierCents(this.#parts, this.#parts.db, caller);
  }

  /** Remaining free tier in cents. */
  getVirtualCash(caller: Caller): Promise<number> {
    return findCreditBalance(this.#parts.db, caller);
  }

  /** Balance for callers that may see bills; 0 for others, such as a key without that permission. */
  async findVirtualCash(caller: Caller): Promise<number> {
    return caller.permissions.includes('billing.read') ? this.getVirtualCash(customerOf(caller)) : 0;
  }

  /** `from` is the address that the request comes from. */
  createCard(caller: Caller, change: CardChange, from: string): Promise<Card> {
    return this.#keepCard(caller, change, from, (transaction, kept) =>
      this.#storeCard(transaction, caller, kept, change.cardHolderName),
    );
  }

  async createAddress(caller: Caller, given: AddressChange): Promise<Address> {
    const address = checkAddress(given);
    const stored = await this.#asCustomer(caller, (transaction) =>
      this.#storeAddress(transaction, caller, address),
    );
    return withDoubt(stored);
  }

  async updateAddress(caller: Caller, id: string, given: AddressChange): Promise<Address> {
    const fields = checkAddress(given);
    return this.#asCustomer(caller, async (transaction) => {
      const address = await updateAddress(transaction, caller, id, fields);
      if (address === undefined) throw new NotFoundError();
      await this.#parts.audit.record(transaction, {
        caller,
        action: 'address.change',
        message: address.addressCity,
        after: address,
      });
      return withDoubt(address);
    });
  }

  makeDefault(caller: Caller, table: OwnedTable, id: string): Promise<void> {
    return this.#asCustomer(caller, async (transaction) => {
      if (table === 'cards') await this.#checkValid(transaction, caller, id);
      await this.#makeDefault(transaction, caller, table, id);
    });
  }

  delete(caller: Caller, table: OwnedTable, id: string): Promise<void> {
    const { clock, audit, events, jobs, limits } = this.#parts;
    return this.#asCustomer(caller, async (transaction) => {
      const own = await listOwned(transaction, table, caller);
      const row = own.find((known) => known.id === id);
      if (row === undefined) throw new NotFoundError();
      if (row.isDefault) await checkDefaultMayGo(transaction, caller, own.length);
      await deleteOwned(transaction, table, caller, id, clock.now());
      if (table === 'cards') {
        await jobs.send(forgetCardJob, { cardId: id }, { transaction });
        await limits.announceCard(transaction, caller.domainId);
      }
      // Automatic payment was not turned on for a card that is added later.
      const isLastCard = table === 'cards' && own.length === 1;
      const message = 'Turned automatic payment off with the last card';
      if (isLastCard) await endAutomaticPayment({ audit, events }, transaction, caller, message);
      await audit.record(transaction, { caller, action: `${table}.delete`, message: row.label });
    });
  }

  /** Tells the provider that a card was removed. One that was switched off is not asked any more. */
  async forgetCard(cardId: string): Promise<void> {
    const { db, payments } = this.#parts;
    const card = await findCard(db, cardId);
    if (card?.provider === payments.name) await payments.forgetCard(card.providerCard);
  }

  /** First set-up: both or none, and the free tier once for each customer and each card. */
  async setUp(
    caller: Caller,
    first: { card: CardChange; address: AddressChange },
    from: string,
  ): Promise<{
    card: Card;
    address: Address;
    virtualCash: number;
    freeTierCents: number;
  }> {
    const fields = checkAddress(first.address, 'address.');
    if ((await listCards(this.#parts.db, caller)).length > 0)
      throw new ConflictError('Payment is already set up.');
    return this.#keepCard(caller, first.card, from, async (transaction, kept) => {
      if ((await listCards(transaction, caller)).length > 0)
        throw new ConflictError('Payment is already set up.');
      const card = await this.#storeCard(transaction, caller, kept, first.card.cardHolderName);
      const stored = await this.#storeAddress(transaction, caller, fields);
      // The first set-up may have left an address: the one entered now becomes the default.
      if (!stored.defaultAddress) await this.#makeDefault(transaction, caller, 'addresses', stored.id);
      const address = withDoubt({ ...stored, defaultAddress: true });
      const freeTierCents = await giveFreeTier(this.#parts, transaction, caller, kept);
      return { card, address, virtualCash: await findCreditBalance(transaction, caller), freeTierCents };
    });
  }

  async #checkValid(transaction: Store, caller: Caller, id: string): Promise<void> {
    const card = (await listCards(transaction, caller)).find((own) => own.id === id);
    if (card !== undefined && cardExpiry(card, this.#parts.clock.now()) === 'expired')
      throw new UnprocessableError(expiredCardText(card));
  }

  async #makeDefault(transaction: Store, caller: Caller, table: OwnedTable, id: string): Promise<void> {
    if (!(await updateDefault(transaction, table, caller, id))) throw new NotFoundError();
    const own = await listOwned(transaction, table, caller);
    const message = own.find((row) => row.id === id)?.label ?? id;
    await this.#parts.audit.record(transaction, { caller, action: `${table}.default`, message });
  }

  /** Has the provider keep a card, and stores it. */
  async #keepCard<T>(
    caller: Caller,
    { token, cardHolderName }: CardChange,
    from: string,
    store: (transaction: Store, kept: KeptCard) => Promise<T>,
  ): Promise<T> {
    const { db, payments, attempts } = this.#parts;
    const own = await listCards(db, caller);
    // Before the provider keeps one in vain; what counts is checked again with the customer locked.
    checkRoom('cards', own);
    await attempts.countCard(db, caller.domainId, from);
    // The latest: those before may be kept by another account at the provider.
    const known = own.findLast(({ provider }) => provider === payments.name);
    const customer = known?.providerCustomer ?? null;
    const kept = await payments.keepCard(token, { name: cardHolderName, customer });
    try {
      return await this.#asCustomer(caller, (transaction) => store(transaction, kept));
    } catch (error) {
      // The first error is the one that the caller needs.
      await this.#forgetUnstored(caller, kept).catch(() => undefined);
      throw error;
    }
  }

  /** A card without a row would be kept by the provider for good; where only the answer of the commit was lost it has one. */
  async #forgetUnstored(caller: Caller, { card }: KeptCard): Promise<void> {
    const isStored = await this.#asCustomer(caller, (transaction) =>
      hasProviderCard(transaction, caller, card),
    );
    if (!isStored) await this.#parts.payments.forgetCard(card);
  }

  async #storeCard(
    transaction: Store,
    caller: Caller,
    kept: KeptCard,
    holderName: string,
  ): Promise<StoredCard> {
    const { clock, random, audit, payments, limits } = this.#parts;
    const own = await listCards(transaction, caller);
    checkRoom('cards', own);
    const card = await insertCard(transaction, caller, {
      id: random.id(),
      last4: kept.last4,
      expMonth: kept.expMonth,
      expYear: kept.expYear,
      holderName,
      provider: payments.name,
      providerCustomer: kept.customer,
      providerCard: kept.card,
      isDefault: own.length === 0,
      createdOn: clock.now(),
    });
    await audit.record(transaction, {
      caller,
      action: 'card.create',
      message: `Card ending in ${card.last4}`,
    });
    await limits.announceCard(transaction, caller.domainId);
    const isOfSame = ({ provider, providerCustomer }: StoredCard) =>
      provider === payments.name && providerCustomer === kept.customer;
    if (own.length === 0 || own.some(isOfSame)) return card;
    // Other cards belong to a provider that was switched off, or to another account of this one: no invoice can be paid
    // with the current default.
    await this.#makeDefault(transaction, caller, 'cards', card.id);
    return { ...card, defaultCard: true };
  }

  async #storeAddress(transaction: Store, caller: Caller, fields: AddressChange): Promise<Address> {
    const { clock, random, audit } = this.#parts;
    const own = await listAddresses(transaction, caller);
    checkRoom('addresses', own);
    const address = await insertAddress(transaction, caller, {
      id: random.id(),
      fields,
      isDefault: own.length === 0,
      createdOn: clock.now(),
    });
    await updateUnaddressedInvoices(transaction, caller, fields);
    await audit.record(transaction, {
      caller,
      action: 'address.create',
      message: address.addressCity,
      after: address,
    });
    return address;
  }

  #asCustomer<T>(caller: Caller, work: (transaction: Store) => Promise<T>): Promise<T> {
    return this.#parts.db.transaction().execute(async (transaction) => {
      await lockCustomer(transaction, caller);
      return work(transaction);
    });
  }
}

function withDoubt(address: Address): Address {
  return isVatUnusual(address) ? { ...address, isVatUnusual: true } : address;
}
