import type { Invoice } from '@atrium/contract/billing/invoice';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { InvoiceSheet } from './InvoiceSheet.tsx';
import { ServiceUsageCard } from './ServiceUsageCard.tsx';

const usage: Invoice['bill']['services'][number] = {
  service: { id: 'shop', name: 'Shop' },
  totalCents: 1500,
  metrics: [
    {
      metric: { name: 'calls', target: 'live' },
      cents: 1500,
      usage: [
        {
          type: 'COUNTER',
          usage: 75_000,
          cents: 1500,
          pricing: { metric: 'calls', target: '*', measure: 'COUNTER', units: 100, cents: '2' },
        },
      ],
    },
  ],
};

const invoice: Invoice = {
  id: '01920000-0000-7000-8000-000000000001',
  invoiceId: '2026-000042',
  createdOn: '2026-11-01T02:20:00.000Z',
  dueDate: '2026-11-15T02:20:00.000Z',
  period: { start: '2026-10-01', end: '2026-10-31' },
  currency: 'usd',
  amount: 1000,
  paid: false,
  paymentError: null,
  virtualCashDiscount: 500,
  address: null,
  card: { name: 'Ada Marin', last4: '4242' },
  bill: { grandTotalCents: 1500, services: [usage] },
};

it.each([
  ['usd', '$15.00', '-$5.00', '$10.00'],
  ['jpy', '¥1,500', '-¥500', '¥1,000'],
  ['kwd', 'KWD1.500', '-KWD0.500', 'KWD1.000'],
])('an invoice in %s has its own decimals everywhere', (currency, grandTotal, freeTier, toBePaid) => {
  const sheet = renderToStaticMarkup(<InvoiceSheet invoice={{ ...invoice, currency }} action={null} />);
  for (const text of [grandTotal, freeTier, toBePaid]) expect(sheet).toContain(`>${text}<`);
  const card = renderToStaticMarkup(<ServiceUsageCard usage={usage} currency={currency} />);
  // The service, the metric and its line.
  expect(card.split(grandTotal)).toHaveLength(4);
});
