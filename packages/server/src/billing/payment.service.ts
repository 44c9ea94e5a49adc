import type { Invoice, PaymentAuthentication } from '@atrium/contract/billing/invoice';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { Audit } from '../audit/audit.service.ts';
import type { Clock, Random } from '../clock.ts';
import type { Events } from '../database/events.ts';
import type { Database } from '../database/schema.ts';
import type { Caller } from '../http/caller.ts';
import { NotFoundError, UnavailableError, UnprocessableError } from '../http/errors.ts';
import type { ChargeState, PaymentProvider } from '../providers/payments/payment-provider.ts';
import { findCard, listCards, type StoredCard } from './card.repository.ts';
import { findInvoice, lockInvoice, updateInvoicePayment } from './invoice.repository.ts';
import {
  findOpenPayment,
  findOpenPaymentOf,
  insertPayment,
  listOpenPayments,
  type Payment,
  updatePaymentFinished,
  updatePaymentProvider,
} from './payment.repository.ts';

/** An attempt this old without an outcome was left by a crash or a lost answer. */
export const STALE_AFTER_MS = 60_000;
const RECONCILED_AT_ONCE = 100;
/** Providers keep the keys of charges for a day. */
const OLD_AFTER_MS = 20 * 3_600_000;

export type PaidInvoice = Invoice & { authentication: z.output<typeof PaymentAuthentication> | null };

export interface Payments {
  /**
   * Pays an invoice with the default card. An attempt has one key at the provider, which charges once for it;
   * calls that come while an attempt is open join it, and one that died is taken up again.
   */
  payInvoice(caller: Caller, id: string): Promise<PaidInvoice>;
  /** Takes what the provider sent to the webhook: asks for the payment's state and records it. */
  takeEvent(body: Buffer, signature: string): Promise<void>;
  /**
   * Asks the provider how open attempts ended that nobody seems to work on, and records it. Gives how many ended.
   * One that somebody does work on is safe too: its key charges once.
   */
  reconcile(options?: { olderThanMs: number }): Promise<number>;
}

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  audit: Audit;
  provider: PaymentProvider;
  events: Pick<Events, 'publish'>;
}

export function createPayments({ db, clock, random, audit, provider, events }: Parts): Payments {
  async function getInvoice(caller: Caller, id: string): Promise<Invoice> {
    const invoice = await findInvoice(db, caller, id);
    if (invoice === undefined) throw new NotFoundError();
    return invoice;
  }

  /** The open attempt of an unpaid invoice, or a new one; undefined when the invoice is paid. */
  async function openPayment(caller: Caller, id: string): Promise<Payment | undefined> {
    return db.transaction().execute(async (transaction) => {
      await lockInvoice(transaction, id);
      const invoice = await findInvoice(transaction, caller, id);
      if (invoice === undefined) throw new NotFoundError();
      if (invoice.paid) return undefined;
      const open = await findOpenPayment(transaction, id);
      if (open !== undefined) return open;
      const card = (await listCards(transaction, caller)).find(({ defaultCard }) => defaultCard);
      if (card === undefined) throw new UnprocessableError('Please add a card first.');
      const payment: Payment = {
        id: random.id(),
        domainId: caller.domainId,
        invoiceId: id,
        cardId: card.id,
        providerPayment: null,
        amountCents: invoice.amount,
        currency: invoice.currency,
        createdOn: clock.now(),
      };
      await insertPayment(transaction, { ...payment, provider: provider.name });
      return payment;
    });
  }

  function askProvider(payment: Payment, card: StoredCard): Promise<ChargeState> {
    if (payment.providerPayment !== null) return provider.readCharge(payment.providerPayment);
    return provider.charge({
      idempotencyKey: payment.id,
      amountCents: payment.amountCents,
      currency: payment.currency,
      customer: card.providerCustomer,
      card: card.providerCard,
      description: `Invoice ${payment.invoiceId}`,
      isOld: clock.now().getTime() - payment.createdOn.getTime() > OLD_AFTER_MS,
    });
  }

  async function recordOutcome(payment: Payment, card: StoredCard, state: ChargeState): Promise<void> {
    if (state.status === 'authentication' || state.status === 'processing') {
      await updatePaymentProvider(db, payment.id, state.payment);
      return;
    }
    const now = clock.now();
    const isPaid = state.status === 'succeeded';
    const error = isPaid ? null : state.error;
    await db.transaction().execute(async (transaction) => {
      await lockInvoice(transaction, payment.invoiceId);
      const outcome = { status: state.status, providerPayment: state.payment, error, finishedOn: now };
      if (!(await updatePaymentFinished(transaction, payment.id, outcome))) return;
      await updateInvoicePayment(transaction, payment.invoiceId, {
        paidOn: isPaid ? now : null,
        paymentError: error,
        card: { name: card.holderName, last4: card.last4 },
      });
      // The provider may have told of it long after the customer's click.
      await events.publish(payment.domainId, 'billing', {}, { store: transaction });
    });
  }

  async function settle(payment: Payment): Promise<ChargeState> {
    const card = await findCard(db, payment.cardId);
    if (card === undefined) throw new Error(`payment ${payment.id} has no card`);
    const state = await askProvider(payment, card);
    await recordOutcome(payment, card, state);
    return state;
  }

  return {
    async payInvoice(caller, id) {
      const payment = await openPayment(caller, id);
      if (payment === undefined) return { ...(await getInvoice(caller, id)), authentication: null };
      const state = await settle(payment);
      await audit.record(db, { caller, action: 'invoice.pay', message: `${id}: ${state.status}` });
      if (state.status === 'failed') throw new UnprocessableError(state.error);
      if (state.status === 'processing') {
        throw new UnavailableError('The payment is being processed. Please look again later.', 30);
      }
      const authentication =
        state.status === 'authentication'
          ? { provider: provider.name, clientSecret: state.clientSecret }
          : null;
      return { ...(await getInvoice(caller, id)), authentication };
    },

    async takeEvent(body, signature) {
      const providerPayment = provider.readEvent(body, signature);
      if (providerPayment === undefined) return;
      const payment = await findOpenPaymentOf(db, provider.name, providerPayment);
      // An event only says that something happened: its order and its copies do not matter, the state does.
      if (payment !== undefined) await settle(payment);
    },

    async reconcile({ olderThanMs } = { olderThanMs: STALE_AFTER_MS }) {
      const before = new Date(clock.now().getTime() - olderThanMs);
      const failures: unknown[] = [];
      let ended = 0;
      for (let after: string | undefined; ; ) {
        const stale = await listOpenPayments(db, provider.name, before, after, RECONCILED_AT_ONCE);
        for (const payment of stale) {
          // One that cannot be settled now must not keep the others from it.
          const state = await settle(payment).catch((error: unknown) => void failures.push(error));
          if (state?.status === 'succeeded' || state?.status === 'failed') ended += 1;
        }
        after = stale.at(-1)?.id;
        if (after === undefined || stale.length < RECONCILED_AT_ONCE) break;
      }
      if (failures.length > 0)
        throw new AggregateError(failures, `${failures.length} payments are still open`);
      return ended;
    },
  };
}
