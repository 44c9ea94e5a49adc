import type { InvoicePapers } from '../accounts/account-mail.service.ts';
import type { Invoices } from './invoice.service.ts';
import { invoicePdf } from './invoice-pdf.ts';

/** Invoices as the mails about them need them: written when a mail is sent, not when it is requested. */
export function invoicePapers(invoices: Invoices): InvoicePapers {
  return {
    async find(customer, id, transaction) {
      const found = await invoices.find(customer, id, transaction);
      return found && { ...found, isAutomatic: (found.automaticCharge?.nextOn ?? null) !== null };
    },
    toPdf: invoicePdf,
  };
}
