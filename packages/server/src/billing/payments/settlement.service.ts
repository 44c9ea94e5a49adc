import { ConflictError, NotFoundError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Audit } from '../../audit/audit.service.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/schema.ts';
import type { Events } from '../../events/events.ts';
import { updateChargeEnded } from '../automatic-payments/automatic-charge.repository.ts';
import { lockPrintedInvoice, updateInvoicePayment } from '../invoices/invoice.repository.ts';
import type { InvoiceMails } from '../invoices/invoice-mail.service.ts';
import { findOpenPayment } from './payment.repository.ts';

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  audit: Audit;
  events: Pick<Events, 'publish'>;
  invoiceMails: Pick<InvoiceMails, 'request'>;
}

/** Invoices that are paid, or not asked for any more, without a card. */
export class Settlements {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Counts an unpaid invoice as paid, and says why in the customer's log. */
  async settle(number: string, reason: string): Promise<void> {
    const { db, clock, audit, events, invoiceMails } = this.#parts;
    await db.transaction().execute(async (transaction) => {
      const invoice = await lockPrintedInvoice(transaction, number);
      if (invoice === undefined) throw new NotFoundError(`There is no invoice "${number}".`);
      const { id, domainId, userId, paidOn } = invoice;
      if (paidOn !== null) throw new ConflictError(`Invoice ${number} is already paid.`);
      // It may still be charged.
      if ((await findOpenPayment(transaction, id)) !== undefined) {
        throw new ConflictError(
          `A payment of invoice ${number} has not ended yet; run "billing reconcile", and settle it if it is still unpaid.`,
        );
      }
      await updateInvoicePayment(transaction, id, { paidOn: clock.now(), paymentError: null });
      await updateChargeEnded(transaction, id);
      await audit.record(transaction, {
        caller: { userId: null, domainId },
        action: 'invoice.settle',
        message: `${number}: ${reason}`,
      });
      const owned = { invoiceId: id, domainId, userId };
      await invoiceMails.request(transaction, owned, { kind: 'invoice', news: 'paid' });
      await events.publish(domainId, 'billing', {}, { transaction });
    });
  }
}
