import { inflateSync } from 'node:zlib';
import type { Invoice } from '@atrium/contract/billing/invoice';
import { expect, test } from 'vitest';
import { invoicePdf } from './invoice-pdf.ts';

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
  address: {
    addressCountry: 'AT',
    addressCity: 'Wien',
    addressLine1: 'Ringstraße 1',
    addressLine2: '',
    addressZip: '1010',
    companyName: 'Marin & Co',
    companyVat: 'ATU37675002',
  },
  card: { name: 'Ada Marin', last4: '4242' },
  bill: {
    grandTotalCents: 1500,
    services: [
      {
        service: { id: 'shop', name: 'Shop' },
        totalCents: 1500,
        metrics: [
          {
            metric: { name: 'calls', target: 'live' },
            cents: 1500,
            usage: [{ type: 'COUNTER', usage: 75_000, cents: 1500, pricing: null }],
          },
        ],
      },
    ],
  },
};

test('shows every block of an invoice', async () => {
  const text = await textOf(invoice);
  for (const part of [
    'Invoice 2026-000042',
    'Billed on: 11/01/2026',
    'Billing period: 10/01/2026 to 10/31/2026',
    'Due on: 11/15/2026',
    'Marin & Co',
    'Ringstraße 1',
    '1010 Wien, Austria',
    'VAT: ATU37675002',
    'Card ending in 4242',
    'Shop',
    'calls, live: 75,000 calls',
    'Grand total',
    'Free tier',
    'To be paid',
    'Atrium Cloud Services',
  ]) {
    expect(text).toContain(part);
  }
  expect(await textOf({ ...invoice, paid: true })).toContain('Paid');
});

test.each([
  ['usd', ['$15.00', '-$5.00', '$10.00']],
  ['eur', ['€15.00', '-€5.00', '€10.00']],
  ['jpy', ['¥1,500', '-¥500', '¥1,000']],
  ['kwd', ['KWD1.500', '-KWD0.500', 'KWD1.000']],
])('writes amounts of %s as the console does', async (currency, amounts) => {
  const text = await textOf({ ...invoice, currency });
  for (const amount of amounts) expect(text.split('\n')).toContain(amount);
});

test('writes names in other letters than English ones', async () => {
  const names = ['Łódź Żółć sp. z o.o.', 'Αθήνα', 'Київ'];
  for (const companyName of names) {
    const address = { ...(invoice.address as NonNullable<Invoice['address']>), companyName };
    expect(await textOf({ ...invoice, address })).toContain(companyName);
  }
});

test('goes on to further pages, and keeps an amount beside its label', async () => {
  const [service] = invoice.bill.services;
  if (service === undefined) throw new Error('the invoice has no service');
  const metrics = Array.from({ length: 120 }, (_, index) => ({
    ...service.metrics[0],
    metric: { name: `metric-${index}`, target: 'live' },
  })) as typeof service.metrics;
  const bill = { ...invoice.bill, services: [{ ...service, metrics }] };
  const lines = (await textOf({ ...invoice, bill })).split('\n');
  const besides = lines.filter((_, index) => lines[index - 1]?.startsWith('metric-'));
  expect(besides).toEqual(Array.from({ length: 120 }, () => '$15.00'));
});

/** The text of a PDF's pages, a line for each piece that was drawn. */
async function textOf(shown: Invoice): Promise<string> {
  const pdf = await invoicePdf(shown);
  const streams = [...pdf.toString('latin1').matchAll(/stream\n([\s\S]*?)\nendstream/g)].map(([, stream]) => {
    try {
      return inflateSync(Buffer.from(stream ?? '', 'latin1')).toString('latin1');
    } catch {
      return '';
    }
  });
  const letters = readLetters(streams.find((stream) => stream.includes('beginbfrange')) ?? '');
  const pieces = streams.flatMap((page) =>
    [...page.matchAll(/\[([^\]]*)\] TJ/g)].map(([, parts]) =>
      [...(parts ?? '').matchAll(/<([0-9a-f]*)>/g)]
        .flatMap(([, glyphs]) => (glyphs ?? '').match(/.{4}/g) ?? [])
        .map((glyph) => letters[Number.parseInt(glyph, 16)] ?? '?')
        .join(''),
    ),
  );
  return pieces.join('\n');
}

/** What each glyph of the embedded font stands for, as its map for readers of the text says. */
function readLetters(map: string): string[] {
  return [...map.matchAll(/<[0-9a-f]+> <[0-9a-f]+> \[([^\]]*)\]/g)].flatMap(([, list]) =>
    [...(list ?? '').matchAll(/<([0-9a-f ]*)>/g)].map(([, codes]) =>
      (codes ?? '')
        .split(' ')
        .map((code) => String.fromCharCode(Number.parseInt(code || '0', 16)))
        .join(''),
    ),
  );
}
