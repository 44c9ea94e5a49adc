import type { Invoice, IssuedInvoice } from '@atrium/contract/billing/invoice';
import { DEFAULT_SELLER } from '@atrium/contract/billing/seller';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
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

const invoice: IssuedInvoice = {
  id: '01920000-0000-7000-8000-000000000001',
  invoiceId: '2026-000042',
  createdOn: '2026-11-01T02:20:00.000Z',
  dueDate: '2026-11-15T02:20:00.000Z',
  period: { start: '2026-10-01', end: '2026-10-31' },
  currency: 'usd',
  amount: 1000,
  paid: false,
  paidOn: null,
  automaticCharge: null,
  seller: DEFAULT_SELLER,
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
  const card = renderToStaticMarkup(<ServiceUsageCard month="2026-11" usage={usage} currency={currency} />);
  // The service, the metric and its line.
  expect(card.split(grandTotal)).toHaveLength(4);
});

it('lists what has a price of 0 only when all metrics are asked for', () => {
  const price = { metric: 'calls', target: 'test', measure: 'COUNTER', units: 1, cents: '0' } as const;
  const metric = { name: 'calls', target: 'test' };
  const line = { type: 'COUNTER', usage: 7, cents: 0, pricing: price } as const;
  const tested = { ...usage, metrics: [...usage.metrics, { metric, cents: 0, usage: [line] }] };
  const draw = (showsAll: boolean) =>
    renderToStaticMarkup(<ServiceUsageCard month="2026-11" usage={tested} showsAllMetrics={showsAll} />);
  expect([draw(false).includes('> test<'), draw(true).includes('> test<')]).toEqual([false, true]);
});

it('says what a metric of the shipped services counts', () => {
  const metrics = usage.metrics.map((each) => ({ ...each, metric: { name: 'invoke', target: '*' } }));
  const draw = (shown: typeof usage) =>
    renderToStaticMarkup(<ServiceUsageCard month="2026-11" usage={shown} />);
  const service = { id: 'hyper-dispatch', name: 'Functions' };
  expect(draw({ ...usage, service, metrics })).toContain('calls of functions by programs and people');
  expect(draw({ ...usage, metrics })).not.toContain('calls of functions');
});

it('an invoice that was issued before there was a card and an address names the customer', () => {
  const unnamed = { ...invoice, card: null, customerName: 'marin' };
  expect(renderToStaticMarkup(<InvoiceSheet invoice={unnamed} action={null} />)).toContain('<p>marin</p>');
});

it('is what the PDF is: street, seller, tax, and the day of payment', () => {
  const address = {
    addressCountry: 'DE',
    addressCity: 'Berlin',
    addressLine1: 'Gasse 1',
    addressLine2: 'Hof 2',
    addressZip: '10115',
    companyName: 'Marin & Co',
    companyVat: 'DE136695976',
  };
  const seller = {
    name: 'Cloud GmbH',
    address: ['Ring 1'],
    email: 'bills@cloud.example',
    vat: 'ATU12345678',
    taxPercent: 20,
    noTaxReason: null,
  };
  const paid = { ...invoice, address, seller, paid: true, paidOn: '2026-11-29T10:00:00.000Z' };
  const sheet = renderToStaticMarkup(<InvoiceSheet invoice={paid} action={null} />);
  for (const text of [
    'Gasse 1',
    'Hof 2',
    '10115 Berlin, Germany',
    'Customer VAT: DE136695976',
    'Cloud GmbH',
    'VAT: ATU12345678',
    '11/29/2026',
    'No VAT: reverse charge, the customer accounts for it',
  ])
    expect(sheet).toContain(`>${text}<`);
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

it('an unpaid invoice says how long it has been overdue, and a paid one does not', () => {
  const draw = (paid: boolean) =>
    renderToStaticMarkup(<InvoiceSheet invoice={{ ...invoice, paid }} action={null} />);
  vi.setSystemTime('2026-11-29T12:00:00Z');
  expect(draw(false)).toContain('>14 days overdue<');
  expect(draw(true)).not.toContain('overdue');
});

it.each(['America/Los_Angeles', 'Pacific/Auckland'])('dates an invoice in UTC, read in %s', (zone) => {
  vi.stubEnv('TZ', zone);
  const late = { ...invoice, dueDate: '2026-11-15T22:20:00.000Z' };
  expect(new Set([late.createdOn, late.dueDate].map((time) => new Date(time).getDate()))).not.toEqual(
    new Set([1, 15]),
  );
  const sheet = renderToStaticMarkup(<InvoiceSheet invoice={late} action={null} />);
  expect(sheet.match(/\d\d\/\d\d\/\d{4}/g)).toEqual(['11/01/2026', '10/01/2026', '10/31/2026', '11/15/2026']);
  expect(sheet).toContain('Dates are in UTC.');
});
