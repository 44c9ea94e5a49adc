import type { z } from 'zod';
import type { Seller as SellerSchema } from './invoice.ts';

export type Seller = z.infer<typeof SellerSchema>;

/** Seller if no setting overrides it. */
export const DEFAULT_SELLER: Seller = {
  name: 'Atrium Cloud Services',
  address: ['Billing department'],
  email: 'billing@atrium.example',
  vat: null,
  taxPercent: null,
  noTaxReason: null,
};
