import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { PageRequest, pagedResult } from '../paging.ts';
import { ServiceUsage } from './usage.ts';

export const INVOICES_PAGE_SIZE = 10;
export const DASHBOARD_INVOICES = 3;
export const PERIOD_SELECTOR_SIZE = 50;

/** What stands before the provider's own words when a payment failed. */
export const PAYMENT_FAILED = 'Payment failed with the following error:';

export const InvoiceId = z.uuid();

/** An invoice of one month. Immutable but for `paid` and `paymentError`. */
export const Invoice = z.object({
  id: InvoiceId,
  /** The printed number, without gaps: `2026-000042`. */
  invoiceId: z.string(),
  createdOn: z.iso.datetime(),
  dueDate: z.iso.datetime(),
  /** First and last day of the billed month. */
  period: z.object({ start: z.iso.date(), end: z.iso.date() }),
  /** ISO 4217, lower case. */
  currency: z.string(),
  /** Minor units still to be paid when the invoice was made: grand total minus free tier. */
  amount: z.int(),
  paid: z.boolean(),
  paymentError: z.string().nullable(),
  virtualCashDiscount: z.int(),
  address: z
    .object({
      addressCountry: z.string(),
      addressCity: z.string(),
      addressLine1: z.string(),
      addressLine2: z.string(),
      addressZip: z.string(),
      companyName: z.string(),
      companyVat: z.string(),
    })
    .nullable(),
  card: z.object({ name: z.string(), last4: z.string() }).nullable(),
  bill: z.object({ grandTotalCents: z.int(), services: z.array(ServiceUsage) }),
});
export type Invoice = z.infer<typeof Invoice>;

/** Set when the card's bank wants the holder to confirm the payment in the browser; then pay again. */
export const PaymentAuthentication = z.object({ provider: z.string(), clientSecret: z.string() });

const InvoiceParams = z.object({ id: InvoiceId });
const tag = 'billing';

export const listInvoices = defineEndpoint({
  method: 'POST',
  path: '/console/v1/invoice/list',
  access: 'AUTHENTICATED',
  tag,
  summary: 'A page of invoices, newest first',
  body: PageRequest,
  response: pagedResult(Invoice),
});

export const getInvoice = defineEndpoint({
  method: 'GET',
  path: '/console/v1/invoice/{id}',
  access: 'AUTHENTICATED',
  tag,
  summary: 'One invoice',
  params: InvoiceParams,
  response: Invoice,
  errors: ['notFound'],
});

export const payInvoice = defineEndpoint({
  method: 'PUT',
  path: '/console/v1/invoice/{id}/pay',
  access: 'AUTHENTICATED',
  tag,
  summary: 'Pays an invoice with the default card; at most one charge, however often it is called',
  params: InvoiceParams,
  response: Invoice.extend({ authentication: PaymentAuthentication.nullable() }),
  errors: ['notFound', 'unprocessable'],
});

export const getInvoicePdf = defineEndpoint({
  method: 'GET',
  path: '/console/v1/invoice/{id}/pdf',
  access: 'AUTHENTICATED',
  tag,
  summary: 'The invoice as PDF',
  params: InvoiceParams,
  response: z.unknown(),
  produces: 'application/pdf',
  errors: ['notFound'],
});
