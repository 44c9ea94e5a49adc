import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

/** Days after the first try on which a payment that failed is tried again; then it stops. */
export const RETRY_DAYS = [1, 3, 7] as const;

/** Why a card could not be charged while its holder is away; it is shown where a card's refusal is. */
export const CONFIRMATION_NEEDED =
  'Your bank wants you to confirm this payment. Open the invoice and choose Pay Now to do so.';

/** Whether each new invoice is charged to the default card when it is issued. */
export const AutomaticPayment = z.object({ isOn: z.boolean() });
export type AutomaticPayment = z.infer<typeof AutomaticPayment>;

/** Automatic payment of an invoice. */
export const AutomaticCharge = z.object({
  failedTries: z.int(),
  /** Null: it is not tried any more. */
  nextOn: z.iso.datetime().nullable(),
});
export type AutomaticCharge = z.infer<typeof AutomaticCharge>;

const tag = 'billing';

export const getAutomaticPayment = defineEndpoint({
  method: 'GET',
  path: '/console/v1/automatic-payment',
  access: 'AUTHENTICATED',
  permission: 'billing.read',
  isTogether: true,
  tag,
  summary: 'Tell whether new invoices are charged to the default card when they are issued',
  response: AutomaticPayment,
});

export const setAutomaticPayment = defineEndpoint({
  method: 'PUT',
  path: '/console/v1/automatic-payment',
  access: 'AUTHENTICATED',
  permission: 'billing.pay',
  isPersonal: true,
  isLasting: true,
  tag,
  summary: 'Turn automatic payment of new invoices on, which needs a card, or off, which ends all retries',
  body: AutomaticPayment,
  response: AutomaticPayment,
  errors: ['unprocessable'],
});
