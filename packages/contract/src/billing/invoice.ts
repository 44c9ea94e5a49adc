import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { IdParams } from '../id-params.ts';
import { PageRequest, pagedResult } from '../paging.ts';
import { AddressFields } from './address-fields.ts';
import { AutomaticCharge } from './automatic-payment.ts';
import { ServiceUsage } from './usage.ts';

export const InvoiceId = z.uuid();

/** Seller and its tax details. */
export const Seller = z.object({
  name: z.string(),
  /** Lines between the name and the e-mail address. */
  address: z.array(z.string()),
  email: z.string(),
  vat: z.string().nullable(),
  /** Percent of tax that prices contain. */
  taxPercent: z.number().nullable(),
  /** Why amounts contain no tax. */
  noTaxReason: z.string().nullable(),
});

/** Amount that was returned at the card provider, by a refund or by a dispute of the customer's bank. */
export const Reversal = z.object({
  kind: z.enum(['dispute', 'refund']),
  /** Minor units. */
  amountCents: z.int(),
  createdOn: z.iso.datetime(),
  /** Outcome of a dispute: whether the payment stands. Null while undecided, and for refunds. */
  outcome: z.enum(['won', 'lost']).nullable(),
});
export type Reversal = z.infer<typeof Reversal>;

/**
 * An invoice of one month. Immutable except for payment fields (`paid`, `paymentError`, `card`) and for the
 * address of an unpaid invoice that was issued without one, which can be set once.
 */
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
  paidOn: z.iso.datetime().nullable(),
  /** Oldest first; left out where there are none. */
  reversals: z.array(Reversal).optional(),
  paymentError: z.string().nullable(),
  virtualCashDiscount: z.int(),
  address: AddressFields.nullable(),
  card: z.object({ name: z.string(), last4: z.string() }).nullable(),
  bill: z.object({ grandTotalCents: z.int(), services: z.array(ServiceUsage) }),
});
export type Invoice = z.infer<typeof Invoice>;

/** An invoice with the details that its own page and its PDF show. */
export const IssuedInvoice = Invoice.extend({
  automaticCharge: AutomaticCharge.nullable(),
  /** Recipient if neither the address nor the card has a name. */
  customerName: z.string().optional(),
  /** Stored when the invoice was issued: later settings don't change it. */
  seller: Seller,
});
export type IssuedInvoice = z.infer<typeof IssuedInvoice>;

/** Why a card was not charged with an amount below the least of its provider; it stands where a card's refusal does. */
export const CHARGE_TOO_SMALL =
  'This amount is too small to be charged to a card. Nothing is wrong with yours: please ask the operator how to pay it.';

/** Set when the card's bank wants the holder to confirm the payment in the browser; then pay again. */
export const PaymentAuthentication = z.object({ provider: z.string(), clientSecret: z.string() });

/** The card to charge, in whose place no other one is charged; the default one where it is left out. */
export const ChosenCard = z.object({ card: z.uuid().optional() });

export const InvoicesRequest = PageRequest.extend({
  /** Only invoices that are still to be paid. */
  isUnpaid: z.boolean().optional(),
});
export type InvoicesRequest = z.infer<typeof InvoicesRequest>;

const tag = 'billing';

export const listInvoices = defineEndpoint({
  method: 'POST',
  path: '/console/v1/invoice/list',
  access: 'AUTHENTICATED',
  permission: 'billing.read',
  isTogether: true,
  tag,
  summary: 'List a page of invoices, newest first',
  body: InvoicesRequest,
  response: pagedResult(Invoice),
});

export const exportInvoices = defineEndpoint({
  method: 'GET',
  path: '/console/v1/invoice/export',
  access: 'AUTHENTICATED',
  permission: 'billing.read',
  isSlow: true,
  tag,
  summary: 'Export all invoices as CSV, newest first, with amounts in the decimals of their currency',
  response: z.unknown(),
  produces: 'text/csv',
  callsPerMinute: 10,
});

export const getInvoice = defineEndpoint({
  method: 'GET',
  path: '/console/v1/invoice/{id}',
  access: 'AUTHENTICATED',
  permission: 'billing.read',
  tag,
  summary: 'Get an invoice',
  params: IdParams,
  response: IssuedInvoice,
  errors: ['notFound'],
});

export const payInvoice = defineEndpoint({
  method: 'PUT',
  path: '/console/v1/invoice/{id}/pay',
  access: 'AUTHENTICATED',
  permission: 'billing.pay',
  isPersonal: true,
  tag,
  summary:
    'Pay an invoice with a card, the default one unless another is given; charged at most once, however often it is called',
  idempotent: true,
  params: IdParams,
  query: ChosenCard,
  response: Invoice.extend({ authentication: PaymentAuthentication.nullable() }),
  errors: ['notFound', 'conflict', 'unprocessable'],
});

export const getInvoicePdf = defineEndpoint({
  method: 'GET',
  path: '/console/v1/invoice/{id}/pdf',
  access: 'AUTHENTICATED',
  permission: 'billing.read',
  isSlow: true,
  tag,
  summary: 'Get an invoice as PDF',
  params: IdParams,
  response: z.unknown(),
  produces: 'application/pdf',
  errors: ['notFound'],
});
