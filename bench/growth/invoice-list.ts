import type { Curve } from '../growth-curve.ts';
import { fillInvoices } from '../large-domain.ts';

/** Invoices of a customer: one a month, so that a thousand are more than anyone has. */
export const curve: Curve = {
  sizes: [10, 1_000],
  async seed({ size, database, call, ...owner }) {
    await fillInvoices(database, owner, size);
    const list = (body: object) => () => call('POST', '/console/v1/invoice/list', { page: 0, ...body });
    return [
      { name: 'The last three', limitRatio: 1.5, run: list({ size: 3 }) },
      { name: 'The open ones', limitRatio: 1.5, run: list({ size: 5, isUnpaid: true }) },
      { name: 'Sessions', limitRatio: 1.5, run: () => call('GET', '/auth/v1/sessions') },
    ];
  },
};
