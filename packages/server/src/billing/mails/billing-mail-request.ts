import { BudgetStop } from '@atrium/contract/billing/budget-fields';
import { z } from 'zod';

/** The customer of the invoice may be another person than the reader of the mail. */
const aboutInvoice = {
  userId: z.string(),
  customer: z.object({ domainId: z.string(), userId: z.string() }),
  invoiceId: z.uuid().brand<'InvoiceKey'>(),
};

/** A change of an invoice, which is attached. */
const InvoiceNews = z.object({
  ...aboutInvoice,
  kind: z.literal('invoice'),
  news: z.enum(['issued', 'paid', 'due']),
  /** Last digits of the card that paid the invoice. */
  last4: z.string().optional(),
});

/** The remedy for a failed payment, unless it is to pay again, with the same card or another one. */
const Remedy = z.enum(['add-card', 'ask-operator']);
export type Remedy = z.infer<typeof Remedy>;

/** An invoice, which is attached, could not be paid. */
const FailedPayment = z.object({
  ...aboutInvoice,
  kind: z.literal('payment-failed'),
  /** Left out where there is no card. */
  last4: z.string().optional(),
  reason: z.string(),
  remedy: Remedy.optional(),
  /** The time of the next automatic try; null if there is none. Left out for payments by a person. */
  retryOn: z.iso.datetime().nullable().optional(),
});

const BudgetReached = z.object({
  kind: z.literal('budget-reached'),
  userId: z.string(),
  /** `2026-11`, UTC. */
  month: z.string(),
  /** The amounts that usage has reached. */
  budgetsCents: z.array(z.int()),
  usageCents: z.int(),
  /** Everything stopped at these amounts and earlier ones; left out once the month has ended. */
  stops: z.array(BudgetStop).optional(),
});
export type BudgetReached = z.infer<typeof BudgetReached>;

/** A default card is in its last month, or was. */
const CardExpires = z.object({
  kind: z.literal('card-expires'),
  userId: z.string(),
  last4: z.string(),
  expMonth: z.int(),
  expYear: z.int(),
});
export type CardExpires = z.infer<typeof CardExpires>;

/** A mail of this area, as its job stores it. Facts of the invoice are read when the mail is written. */
export const BillingMailRequest = z.discriminatedUnion('kind', [
  InvoiceNews,
  FailedPayment,
  BudgetReached,
  CardExpires,
]);
export type BillingMailRequest = z.infer<typeof BillingMailRequest>;
export type InvoiceMailRequest = Extract<BillingMailRequest, { kind: 'invoice' | 'payment-failed' }>;
