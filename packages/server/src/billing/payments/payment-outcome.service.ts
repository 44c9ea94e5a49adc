import { CONFIRMATION_NEEDED } from '@atrium/contract/billing/automatic-payment';
import { CHARGE_TOO_SMALL } from '@atrium/contract/billing/invoice';
import { formatMoney } from '@atrium/contract/billing/money';
import { ConflictError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Audit, Change } from '../../audit/audit.service.ts';
import type { Clock } from '../../clock.ts';
import type { Database, Store } from '../../database/schema.ts';
import type { Events } from '../../events/events.ts';
import type { ChargeState } from '../../providers/payments/payment-provider.ts';
import { updateChargeEnded, updateChargeFailed } from '../automatic-payments/automatic-charge.repository.ts';
import type { InvoiceKey } from '../billing.tables.ts';
import { findInvoiceSum, lockInvoice, updateInvoicePayment } from '../invoices/invoice.repository.ts';
import type { Failure, InvoiceMails } from '../invoices/invoice-mail.service.ts';
import type { StoredCard } from './card.repository.ts';
import {
  hasOtherOpenPayment,
  hasSucceededPayment,
  type Payment,
  updatePaymentChargedTwice,
  updatePaymentFinished,
  updatePaymentProvider,
} from './payment.repository.ts';
import { CHARGED_TWICE_TEXT, EARLIER_CHARGE_TEXT, OTHER_AMOUNT_TEXT, remedyOf } from './payment-texts.ts';

/** Actor that settles an attempt: a caller, or no user for the provider and jobs. */
export type Actor = Change['caller'];

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  audit: Audit;
  events: Pick<Events, 'publish'>;
  log: Pick<Logger, 'warn'>;
  invoiceMails: Pick<InvoiceMails, 'request'>;
}

interface Cause {
  actor: Actor;
  /** It made room for another attempt: there is no failure to mail about. */
  isGivenUp?: boolean;
}

/** Outcomes of payment attempts: each is recorded, logged and mailed about once. */
export class PaymentOutcomes {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async record(payment: Payment, card: StoredCard, state: ChargeState, cause: Cause): Promise<void> {
    const { db, clock, audit, log } = this.#parts;
    const unexpected = await db.transaction().execute(async (transaction) => {
      // By another attempt, or in another way.
      const wasPaid = await lockInvoice(transaction, payment.invoiceId);
      const isTwice = state.status === 'succeeded' && wasPaid;
      if (isTwice && (await hasSucceededPayment(transaction, payment, state.payment))) return undefined;
      const isNew = isTwice
        ? await updatePaymentChargedTwice(transaction, payment.id, {
            providerPayment: state.payment,
            error: CHARGED_TWICE_TEXT,
            finishedOn: clock.now(),
          })
        : await this.#updateOutcome(transaction, payment, card, { state, cause });
      if (!isNew) return undefined;
      const reason = isTwice ? CHARGED_TWICE_TEXT : unexpectedOf(state);
      const what = reason ?? `${state.status}${payment.isAutomatic ? ' (automatically)' : ''}`;
      const message = `${await describeInvoice(transaction, payment)}: ${what}`;
      await audit.record(transaction, { caller: cause.actor, action: 'invoice.pay', message });
      return reason;
    });
    if (unexpected === undefined) return;
    const { id, domainId, invoiceId } = payment;
    // The operator looks for it at the provider, whose id of it is kept only where the charge is this attempt's own.
    const instead = state.status === 'failed' ? state.instead : undefined;
    const charge = instead?.payment ?? state.payment;
    log.warn(
      { payment: id, charge, amountCents: instead?.amountCents, domainId, invoiceId, unexpected },
      'A charge was not expected.',
    );
  }

  /** A try that found no card to charge. */
  async recordUntried(transaction: Store, invoiceId: InvoiceKey, failed: Failure): Promise<void> {
    const { audit, events, invoiceMails } = this.#parts;
    const { reason } = failed;
    const customer = await updateInvoicePayment(transaction, invoiceId, {
      paidOn: null,
      paymentError: reason,
    });
    if (customer === undefined) return;
    const { domainId } = customer;
    const retry = await this.#countTry(transaction, invoiceId, reason);
    const failure = { kind: 'payment-failed', ...failed, ...retry } as const;
    await invoiceMails.request(transaction, { ...customer, invoiceId }, failure);
    const message = `${await describeInvoice(transaction, { domainId, invoiceId })}: failed (automatically)`;
    await audit.record(transaction, { caller: { userId: null, domainId }, action: 'invoice.pay', message });
    await events.publish(domainId, 'billing', {}, { transaction });
  }

  async #countTry(
    transaction: Store,
    invoiceId: InvoiceKey,
    error: string,
  ): Promise<{ retryOn: string | null }> {
    const now = this.#parts.clock.now();
    // Retries cannot succeed: the amount is too small to charge, an absent holder cannot confirm, or the bill was
    // already charged.
    const isHopeless = [CHARGE_TOO_SMALL, CONFIRMATION_NEEDED, OTHER_AMOUNT_TEXT].includes(error);
    const retryOn = await updateChargeFailed(transaction, invoiceId, { now, isHopeless });
    return { retryOn: retryOn?.toISOString() ?? null };
  }

  /** False when this was known. */
  async #updateOutcome(
    transaction: Store,
    payment: Payment,
    { holderName, last4 }: StoredCard,
    { state, cause }: { state: ChargeState; cause: Cause },
  ): Promise<boolean> {
    const { clock, events, invoiceMails } = this.#parts;
    if (state.status === 'authentication' || state.status === 'processing')
      return updatePaymentProvider(transaction, payment.id, state.payment);
    const { id, invoiceId, domainId } = payment;
    const now = clock.now();
    const isPaid = state.status === 'succeeded';
    // It may have been charged to another card, long ago.
    const isEarlier = isPaid && state.isEarlier === true;
    if (isPaid && (await hasOtherOpenPayment(transaction, payment)))
      throw new ConflictError('Another payment of this invoice has begun. Please look again in a minute.');
    const error = isPaid ? null : state.error;
    const outcome = { status: state.status, providerPayment: state.payment, error, finishedOn: now };
    if (!(await updatePaymentFinished(transaction, id, outcome))) return false;
    const customer = await updateInvoicePayment(transaction, invoiceId, {
      paidOn: isPaid ? now : null,
      paymentError: error,
      ...(!isEarlier && { card: { name: holderName, last4 } }),
    });
    const invoice = customer && { ...customer, invoiceId };
    if (error === null) {
      await updateChargeEnded(transaction, invoiceId);
      const news = { kind: 'invoice', news: 'paid', ...(!isEarlier && { last4 }) } as const;
      if (invoice) await invoiceMails.request(transaction, invoice, news);
    } else {
      const retry = payment.isAutomatic ? await this.#countTry(transaction, invoiceId, error) : {};
      const remedy = remedyOf(error);
      const failure = { kind: 'payment-failed', last4, reason: error, remedy, ...retry } as const;
      if (invoice && cause.isGivenUp !== true) await invoiceMails.request(transaction, invoice, failure);
    }
    // The provider may have reported it long after the customer's click.
    await events.publish(domainId, 'billing', {}, { transaction });
    return true;
  }
}

/** `2026-000002 ($126.73)`, as the log names an invoice. */
async function describeInvoice(
  db: Store,
  { domainId, invoiceId }: Pick<Payment, 'domainId' | 'invoiceId'>,
): Promise<string> {
  const invoice = await findInvoiceSum(db, { domainId, id: invoiceId });
  if (invoice === undefined) return invoiceId;
  return `${invoice.number} (${formatMoney(invoice.amountCents, invoice.currency)})`;
}

/** Charge that this database did not expect, for the operator to compare with the provider. */
function unexpectedOf(state: ChargeState): string | undefined {
  if (state.status === 'succeeded' && state.isEarlier === true) return EARLIER_CHARGE_TEXT;
  return state.status === 'failed' && state.error === OTHER_AMOUNT_TEXT ? OTHER_AMOUNT_TEXT : undefined;
}
