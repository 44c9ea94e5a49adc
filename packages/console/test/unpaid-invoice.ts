import type { Invoice } from '@atrium/contract/billing/invoice';

export const unpaidInvoice: Invoice = {
  id: '0190f2c4-7a10-7000-8000-000000000000',
  invoiceId: '2026-000042',
  createdOn: '2026-11-01T00:00:00.000Z',
  dueDate: '2026-11-15T00:00:00.000Z',
  period: { start: '2026-10-01', end: '2026-10-31' },
  currency: 'usd',
  amount: 1904,
  paid: false,
  paidOn: null,
  paymentError: null,
  virtualCashDiscount: 0,
  address: null,
  card: null,
  bill: { grandTotalCents: 1904, services: [] },
};
