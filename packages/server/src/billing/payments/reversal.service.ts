import { reversalText } from '@atrium/contract/billing/invoice-paper';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Audit } from '../../audit/audit.service.ts';
import type { Clock, Random } from '../../clock.ts';
import type { Database } from '../../database/schema.ts';
import type { Events } from '../../events/events.ts';
import type { ProviderReversal } from '../../providers/payments/payment-provider.ts';
import { findInvoiceSum } from '../invoices/invoice.repository.ts';
import { findChargedPayment } from './payment.repository.ts';
import {
  countDisputes,
  type ListedReversal,
  listLatestReversals,
  upsertReversal,
} from './reversal.repository.ts';

const DAY_MS = 86_400_000;

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  audit: Audit;
  events: Pick<Events, 'publish'>;
  log: Pick<Logger, 'warn'>;
}

/** Disputes and refunds at the card provider. They are recorded and told; no sum of an invoice changes. */
export class Reversals {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Records a reversal reported by the provider; repeats have no effect. */
  async record(provider: string, providerPayment: string, reversal: ProviderReversal): Promise<void> {
    const { db, clock, random, audit, events, log } = this.#parts;
    const { id: providerId, ...details } = reversal;
    const payment = await findChargedPayment(db, provider, providerPayment);
    if (payment === undefined) {
      log.warn({ charge: providerPayment, ...reversal }, 'A dispute or refund is about no known payment.');
      return;
    }
    const { domainId, invoiceId } = payment;
    const draft = {
      ...details,
      id: random.id(),
      provider,
      providerId,
      domainId,
      invoiceId,
      paymentId: payment.id,
    };
    const isNew = await db.transaction().execute(async (transaction) => {
      const kept = await upsertReversal(transaction, draft, clock.now());
      const invoice = kept && (await findInvoiceSum(transaction, { domainId, id: invoiceId }));
      if (kept === undefined || invoice === undefined) return false;
      await audit.record(transaction, {
        caller: { userId: null, domainId },
        action: kept.kind === 'dispute' ? 'invoice.dispute' : 'invoice.refund',
        message: `Invoice ${invoice.number}: ${reversalText(kept, invoice.currency)}`,
      });
      await events.publish(domainId, 'billing', {}, { transaction });
      return true;
    });
    if (isNew)
      log.warn(
        { ...reversal, charge: providerPayment, domainId, invoiceId },
        'A payment is disputed or refunded.',
      );
  }

  /** Disputes of the last day: an alert that rang for older ones, too, would never end. */
  getRecentDisputeCount(): Promise<number> {
    const { db, clock } = this.#parts;
    return countDisputes(db, new Date(clock.now().getTime() - DAY_MS));
  }

  /** Latest change first. */
  list(limit: number): Promise<ListedReversal[]> {
    return listLatestReversals(this.#parts.db, limit);
  }
}
