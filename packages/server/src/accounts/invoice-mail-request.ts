import { z } from 'zod';

/** Whose invoice it is may be another person than who reads of it. */
const aboutInvoice = {
  userId: z.string(),
  customer: z.object({ domainId: z.string(), userId: z.string() }),
  invoiceId: z.string(),
};

/** What has become of an invoice, which is attached. */
export const InvoiceNews = z.object({
  ...aboutInvoice,
  kind: z.literal('invoice'),
  news: z.enum(['issued', 'paid', 'due']),
  /** Of the card that paid it. */
  last4: z.string().optional(),
});

/** What helps against a failed payment, where it is not to pay again, with the same card or another one. */
const Remedy = z.enum(['add-card', 'ask-operator']);
export type Remedy = z.infer<typeof Remedy>;

/** An invoice, which is attached, could not be paid. */
export const FailedPayment = z.object({
  ...aboutInvoice,
  kind: z.literal('payment-failed'),
  /** Left out where there is no card. */
  last4: z.string().optional(),
  reason: z.string(),
  remedy: Remedy.optional(),
  /** When it is tried again automatically; null if it is not any more. */
  retryOn: z.iso.datetime().nullable().optional(),
});
