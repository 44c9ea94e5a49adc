import type { z } from 'zod';
import type { Seller as SellerSchema } from './invoice.ts';

export type Seller = z.infer<typeof SellerSchema>;

/** Who sells where no setting says otherwise. */
export const DEFAULT_SELLER: Seller = {
  name: 'Atrium Cloud Services',
  address: ['Billing department'],
  email: 'billing@atrium.example',
  vat: null,
  taxPercent: null,
  noTaxReason: null,
};
