import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { IdParams } from '../id-params.ts';
import { SavePriceRule } from './price-rule.ts';

/** A customer's last invoice, recalculated with other prices. All amounts in minor units, before the free tier. */
export const Rehearsal = z.object({
  userId: z.uuid(),
  username: z.string(),
  /** Number of the invoice. */
  invoiceId: z.string(),
  currency: z.string(),
  currentCents: z.int(),
  rehearsedCents: z.int(),
});

export type Rehearsal = z.infer<typeof Rehearsal>;

export const rehearsePriceRule = defineEndpoint({
  method: 'POST',
  path: '/console/v1/pricing/rehearse',
  access: 'ADMIN_ONLY',
  isSlow: true,
  tag: 'pricing',
  summary:
    "List every customer's last invoice with the changed price rule applied to the same usage, largest difference first; " +
    'nothing is saved',
  body: SavePriceRule,
  response: z.array(Rehearsal),
  errors: ['notFound'],
});

export const rehearsePriceDeletion = defineEndpoint({
  method: 'GET',
  path: '/console/v1/pricing/{id}/rehearse-deletion',
  access: 'ADMIN_ONLY',
  isSlow: true,
  tag: 'pricing',
  summary:
    "List every customer's last invoice without the price rule, for the same usage, largest difference first; nothing is deleted",
  params: IdParams,
  response: z.array(Rehearsal),
  errors: ['notFound'],
});
