import type { InvoicePapers } from '../../accounts/account-mail.service.ts';
import type { Invoices } from '../invoices/invoice.service.ts';
import { invoicePdf } from './invoice-pdf.ts';

/** Invoices as the mails about them need them: written when a mail is sent, not when it is requested. */
export function invoicePapers(invoices: Invoices): InvoicePapers {
  return {
    find: (customer, id, transaction) => invoices.find(customer, id, transaction),
    toPdf: invoicePdf,
  };
}
