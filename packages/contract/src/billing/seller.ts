import type { z } from 'zod';
import type { Seller as SellerSchema } from './invoice.ts';

export type Seller = z.infer<typeof SellerSchema>;

/** Seller if no setting names one. Its invoices say that it is none. */
export const DEFAULT_SELLER: Seller = {
  name: 'Atrium Cloud Services',
  address: ['1 Example Street', 'Example City'],
  email: 'billing@atrium.example',
  vat: null,
  taxPercent: null,
  noTaxReason: 'the seller is an example',
};
