import { CONFIRMATION_NEEDED } from '@atrium/contract/billing/automatic-payment';
import type { Invoice, PaymentAuthentication } from '@atrium/contract/billing/invoice';
import { ConflictError, NotFoundError, UnavailableError, UnprocessableError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { DomainLocks } from '../../accounts/support/domain-lock.service.ts';
import type { Clock, Random } from '../../clock.ts';
import type { Database, Store } from '../../database/schema.ts';
import type { Caller } from '../../http/caller.ts';
import type { ChargeState, PaymentProvider } from '../../providers/payments/payment-provider.ts';
import { lockDueCharge, updateChargeEnded } from '../automatic-payments/automatic-charge.repository.ts';
import type { InvoiceKey } from '../billing.tables.ts';
import type { Customer } from '../customer.ts';
import { findInvoice, lockInvoice, type StoredInvoice } from '../invoices/invoice.repository.ts';
import type { Failure } from '../invoices/invoice-mail.service.ts';
import type { OwnedInvoice } from '../invoices/invoice-notice.repository.ts';
import { askProvider } from './ask-provider.ts';
import { findCard, listCards, type StoredCard } from './card.repository.ts';
import {
  countOpenPayments,
  findOpenPayment,
  findPaymentOf,
  insertPayment,
  listNamedPayments,
  listOpenPayments,
  type NamedPayment,
  type Payment,
} from './payment.repository.ts';
import type { Actor, PaymentOutcomes } from './payment-outcome.service.ts';
import { CARD_REMOVED_TEXT, keptElsewhereText } from './payment-texts.ts';
import type { Reversals } from './reversal.service.ts';

/** An attempt this old without an outcome was left by a crash or a lost answer. */
export const STALE_AFTER_MS = 60_000;
/** Time after which a holder who has not confirmed with their bank counts as gone. */
const ABANDONED_AFTER_MS = 30 * 60_000;
const RECONCILED_AT_ONCE = 100;

type PaidInvoice = Invoice & { authentication: z.output<typeof PaymentAuthentication> | null };

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  locks: Pick<DomainLocks, 'isOpen'>;
  provider: PaymentProvider;
  outcomes: PaymentOutcomes;
  reversals: Pick<Reversals, 'record'>;
}

/** Reports of the provider, and requests of jobs, have no user. */
const byNoOne = ({ domainId }: Payment): Actor => ({ userId: null, domainId });

export class Payments {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  getOpenCount(): ReturnType<typeof countOpenPayments> {
    return countOpenPayments(this.#parts.db);
  }

  /**
   * Pays an invoice with the given card, or the default one. An attempt has one key at the provider, which charges once for it;
   * calls during an open attempt join it, and an attempt whose process died is resumed. No other card is charged than
   * the given one: an attempt with another one that waits for its holder is given up, and one that may still be charged
   * is refused. An attempt at a provider that was switched off is given up, too.
   */
  async pay(caller: Caller, id: string, chosenCard?: string): Promise<PaidInvoice> {
    const { provider } = this.#parts;
    let payment = await this.#openPayment(caller, id, chosenCard);
    const isOther = ({ provider: name, cardId }: Payment) =>
      name !== provider.name || (chosenCard !== undefined && cardId !== chosenCard);
    while (payment && isOther(payment)) {
      await this.#giveUp(payment, caller);
      payment = await this.#openPayment(caller, id, chosenCard);
    }
    if (payment === undefined) return { ...(await this.#getInvoice(caller, id)), authentication: null };
    const state = await this.#settle(payment, caller);
    if (state.status === 'failed') throw new UnprocessableError(state.error);
    if (state.status === 'processing') {
      throw new UnavailableError('Your payment is being processed. Please check again in a few minutes.', 30);
    }
    const authentication =
      state.status === 'authentication'
        ? { provider: provider.name, clientSecret: state.clientSecret }
        : null;
    return { ...(await this.#getInvoice(caller, id)), authentication };
  }

  /**
   * Tries automatic payment if due. An open attempt is left to its process, and to `reconcile`. Each try is an attempt
   * of its own, whose key charges once.
   */
  async payDue(invoice: OwnedInvoice): Promise<ChargeState | undefined> {
    const payment = await this.#openDue(invoice);
    return payment && this.#settle(payment);
  }

  /** Attempts to pay invoices of a domain, newest first. */
  list(domainId: string, limit: number): Promise<NamedPayment[]> {
    return listNamedPayments(this.#parts.db, domainId, limit);
  }

  /** Handles a webhook of the provider: fetches the payment's state and records it, or its reversal. */
  async takeEvent(body: Buffer, signature: string): Promise<void> {
    const { db, provider, reversals } = this.#parts;
    const event = provider.readEvent(body, signature);
    if (event === undefined) return;
    const { payment: providerPayment, reversal } = event;
    if (reversal !== undefined) return reversals.record(provider.name, providerPayment, reversal);
    const open = await findPaymentOf(db, 'open', provider.name, providerPayment);
    // An event only says that something happened: its order and its copies do not matter, the state does.
    if (open !== undefined) return void (await this.#settle(open));
    const failed = await findPaymentOf(db, 'failed', provider.name, providerPayment);
    if (failed !== undefined) await this.#takeLateSuccess(failed);
  }

  /**
   * Asks the provider how open attempts ended that no process seems to be working on, and records it. Returns how many
   * ended. One that is still being worked on is safe too: its key charges once.
   */
  async reconcile({ olderThanMs = STALE_AFTER_MS } = {}): Promise<number> {
    const { db, clock } = this.#parts;
    const before = new Date(clock.now().getTime() - olderThanMs);
    const failures: unknown[] = [];
    let ended = 0;
    for (let after: string | undefined; ; ) {
      const stale = await listOpenPayments(db, before, after, RECONCILED_AT_ONCE);
      for (const payment of stale) {
        // A failed settlement does not stop the others.
        const state = await this.#settleStale(payment).catch((error: unknown) => void failures.push(error));
        if (state?.status === 'succeeded' || state?.status === 'failed') ended += 1;
      }
      after = stale.at(-1)?.id;
      if (after === undefined || stale.length < RECONCILED_AT_ONCE) break;
    }
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} payments are still open`);
    return ended;
  }

  async #getInvoice(caller: Caller, id: string): Promise<StoredInvoice> {
    const invoice = await findInvoice(this.#parts.db, caller, id);
    if (invoice === undefined) throw new NotFoundError();
    return invoice;
  }

  /** The open attempt of an unpaid invoice, or a new one; undefined when the invoice is paid. */
  async #openPayment(caller: Caller, id: string, chosenCard?: string): Promise<Payment | undefined> {
    const { db } = this.#parts;
    return db.transaction().execute(async (transaction) => {
      await lockInvoice(transaction, id as InvoiceKey);
      const invoice = await findInvoice(transaction, caller, id);
      if (invoice === undefined) throw new NotFoundError();
      if (invoice.paid) return undefined;
      const open = await findOpenPayment(transaction, invoice.id);
      if (open !== undefined) return open;
      const card = await this.#findChargeable(transaction, caller, chosenCard);
      if ('reason' in card) throw new UnprocessableError(card.reason);
      return this.#create(transaction, invoice, { card, domainId: caller.domainId, isAutomatic: false });
    });
  }

  /** The attempt of a try that has come; undefined where an attempt is open, or there is nothing to charge any more. */
  async #openDue({ invoiceId, ...customer }: OwnedInvoice): Promise<Payment | undefined> {
    const { db, clock, locks, outcomes } = this.#parts;
    return db.transaction().execute(async (transaction) => {
      const isPaid = await lockInvoice(transaction, invoiceId);
      if (!(await lockDueCharge(transaction, invoiceId, clock.now()))) return undefined;
      if (isPaid) {
        await updateChargeEnded(transaction, invoiceId);
        return undefined;
      }
      // A locked-out customer cannot object: the invoice stays due, and is tried when the domain is unlocked.
      if (!(await locks.isOpen(transaction, customer.domainId))) return undefined;
      if ((await findOpenPayment(transaction, invoiceId)) !== undefined) return undefined;
      const invoice = await findInvoice(transaction, customer, invoiceId);
      if (invoice === undefined) return undefined;
      const card = await this.#findChargeable(transaction, customer);
      if ('reason' in card) {
        await outcomes.recordUntried(transaction, invoiceId, card);
        return undefined;
      }
      return this.#create(transaction, invoice, { card, domainId: customer.domainId, isAutomatic: true });
    });
  }

  /** The chosen card, or the default one; or why it cannot be charged. Throws ConflictError for a chosen one that is gone. */
  async #findChargeable(
    transaction: Store,
    customer: Customer,
    chosenCard?: string,
  ): Promise<StoredCard | Failure> {
    const card = (await listCards(transaction, customer)).find(({ id, defaultCard }) =>
      chosenCard === undefined ? defaultCard : id === chosenCard,
    );
    const remedy = 'add-card';
    if (card === undefined && chosenCard !== undefined) throw new ConflictError(CARD_REMOVED_TEXT);
    if (card === undefined) return { reason: 'Please add a card first.', remedy };
    if (card.provider === this.#parts.provider.name) return card;
    return { last4: card.last4, reason: keptElsewhereText(card), remedy };
  }

  async #create(
    transaction: Store,
    { id: invoiceId, amount, currency }: StoredInvoice,
    { card, ...parts }: { card: StoredCard } & Pick<Payment, 'domainId' | 'isAutomatic'>,
  ): Promise<Payment> {
    const { clock, random, provider } = this.#parts;
    const payment: Payment = {
      ...parts,
      id: random.id(),
      invoiceId,
      cardId: card.id,
      provider: provider.name,
      providerPayment: null,
      amountCents: amount,
      currency,
      createdOn: clock.now(),
    };
    await insertPayment(transaction, payment);
    return payment;
  }

  /** Throws ConflictError for one that may still be charged. */
  async #giveUp(payment: Payment, actor: Actor): Promise<void> {
    const { provider, outcomes } = this.#parts;
    if (payment.provider !== provider.name) return void (await this.#settle(payment, actor));
    const card = await this.#getCard(payment);
    if (payment.providerPayment !== null) {
      const state = await provider.cancelCharge(payment.providerPayment);
      await outcomes.record(payment, card, state, { actor, isGivenUp: true });
      if (state.status === 'failed' || state.status === 'succeeded') return;
    }
    throw new ConflictError(
      `A payment with your card ending in ${card.last4} has not ended yet. Please look again in a minute.`,
    );
  }

  /**
   * A charge whose failure was recorded, but which could not be canceled then, may be confirmed by its holder later. An
   * attempt that is open meanwhile is given up; where that is not possible now, the provider sends its event again.
   */
  async #takeLateSuccess(payment: Payment): Promise<void> {
    const actor = byNoOne(payment);
    const card = await this.#getCard(payment);
    const state = await askProvider(this.#parts, payment, card, false);
    if (state.status !== 'succeeded') return;
    const open = await findOpenPayment(this.#parts.db, payment.invoiceId);
    if (open !== undefined) await this.#giveUp(open, actor);
    await this.#parts.outcomes.record(payment, card, state, { actor });
  }

  async #getCard({ id, cardId }: Payment): Promise<StoredCard> {
    const card = await findCard(this.#parts.db, cardId);
    if (card === undefined) throw new Error(`payment ${id} has no card`);
    return card;
  }

  async #settle(payment: Payment, actor = byNoOne(payment)): Promise<ChargeState> {
    const card = await this.#getCard(payment);
    const asked = await askProvider(this.#parts, payment, card, actor.userId !== null);
    const state = await this.#endFailed(payment, asked);
    await this.#parts.outcomes.record(payment, card, state, { actor });
    return state;
  }

  /** Like `#settle`, but cancels an attempt that its holder has abandoned, so that the invoice can be paid again. */
  async #settleStale(payment: Payment): Promise<ChargeState> {
    const { clock, provider } = this.#parts;
    const state = await this.#settle(payment);
    const age = clock.now().getTime() - payment.createdOn.getTime();
    if (state.status !== 'authentication' || age < ABANDONED_AFTER_MS) return state;
    const ended = await provider.cancelCharge(state.payment);
    const card = await this.#getCard(payment);
    await this.#parts.outcomes.record(payment, card, ended, { actor: byNoOne(payment) });
    return ended;
  }

  /**
   * A failed charge may still wait at the provider for another card or confirmation. It is canceled before its failure
   * is recorded, since the next attempt would charge a second time. An attempt waiting for an absent holder has failed,
   * too. Returns the final state.
   */
  async #endFailed({ provider: name, isAutomatic }: Payment, state: ChargeState): Promise<ChargeState> {
    const { provider } = this.#parts;
    if (isAutomatic && state.status === 'authentication') {
      const ended = await provider.cancelCharge(state.payment);
      return ended.status === 'failed' ? { ...ended, error: CONFIRMATION_NEEDED } : ended;
    }
    if (state.status !== 'failed' || state.payment === null || name !== provider.name) return state;
    // If a payment that cannot be canceled now succeeds, its event reports that. No event is guaranteed before the next
    // automatic try, so a try stays open until it is canceled.
    const ended = await provider.cancelCharge(state.payment).catch((error: unknown) => {
      if (isAutomatic) throw error;
      return state;
    });
    return ended.status === 'failed' ? state : ended;
  }
}
