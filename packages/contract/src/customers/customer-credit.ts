import { z } from 'zod';
import { Credit } from '../billing/credit.ts';
import { formatCents } from '../billing/money.ts';
import { TypedDollars } from '../billing/typed-dollars.ts';
import { defineEndpoint } from '../endpoint.ts';
import { IdParams } from '../id-params.ts';
import { Reason } from './customer-help.ts';

/** 100,000.00: more is a slip of the finger. */
const MAX_CREDIT_CENTS = 10_000_000;

/** Why a closed customer is given no credit: it would end with the last invoice. */
export const CREDIT_TO_CLOSED =
  'This account is closed. A credit can be given once the operator has reopened it.';

const WHOLE_CENTS = 'Please enter a whole number of cents.';
const CreditCents = z
  .number()
  // First: a number too great to be exact is no whole number to Zod.
  .max(MAX_CREDIT_CENTS, { error: `A credit has at most ${formatCents(MAX_CREDIT_CENTS)}.`, abort: true })
  .int(WHOLE_CENTS)
  .min(1, 'Please enter at least 1 cent.');

export const GiveCredit = z.object({
  cents: z.coerce.number(WHOLE_CENTS).pipe(CreditCents),
  /** The customer sees it. */
  reason: Reason,
  /** The last day (UTC); the month that it is in is still covered. Empty for a credit that does not expire. */
  expiresOn: z
    .union([z.literal(''), z.iso.date('Please enter a day.')])
    .nullish()
    .transform((day) => (day === '' || day === undefined ? null : day)),
});

/** The same as administrators type it: dollars, with cents or without. */
export const TypedCredit = z.object({
  ...GiveCredit.shape,
  cents: TypedDollars.pipe(CreditCents),
});

const tag = 'customers';

export const listCustomerCredits = defineEndpoint({
  method: 'GET',
  path: '/console/v1/customers/{id}/credits',
  access: 'ADMIN_ONLY',
  tag,
  summary: "List a customer's credits, newest first",
  params: IdParams,
  response: z.array(Credit),
  errors: ['notFound'],
});

export const giveCustomerCredit = defineEndpoint({
  method: 'POST',
  path: '/console/v1/customers/{id}/credits',
  access: 'ADMIN_ONLY',
  tag,
  summary: 'Give a customer a credit, which pays their invoices before any card does',
  idempotent: true,
  needsConfirmation: true,
  isResponseNeeded: true,
  params: IdParams,
  body: GiveCredit,
  response: z.array(Credit),
  errors: ['notFound', 'unprocessable', 'conflict'],
});
