import { inflateSync } from 'node:zlib';
import type { Invoice, IssuedInvoice } from '@atrium/contract/billing/invoice';
import { DEFAULT_SELLER } from '@atrium/contract/billing/seller';
import type { UsageLine } from '@atrium/contract/billing/usage';
import { expect, test } from 'vitest';
import { invoicePdf } from './invoice-pdf.ts';

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
      },
    ],
  },
};

test('shows every block of an invoice', async () => {
  const text = await textOf(invoice);
  for (const part of [
    'Invoice 2026-000042',
    'Billed on: 11/01/2026',
    'Billing period: 10/01/2026 – 10/31/2026',
    'Due on: 11/15/2026',
    'Dates are in UTC.',
    'Marin & Co',
    'Ringstraße 1',
    '1010 Wien, Austria',
    'Customer VAT: ATU37675002',
    'Card: **** 4242',
    'Shop',
    'calls, live: # 75,000 · 2 cents per # 100',
    'Grand total',
    'Free tier',
    'To be paid',
    'Atrium Cloud Services',
  ]) {
    expect(text).toContain(part);
  }
  const paid = await textOf({ ...invoice, paid: true, paidOn: '2026-11-29T10:00:00.000Z' });
  expect(paid).toContain('Paid on: 11/29/2026');
  expect(paid.split('\n')).toContain('Paid');
  const unnamed = { ...invoice, address: null, card: null, customerName: 'marin-domain' };
  expect(await textOf(unnamed)).toContain('marin-domain');
});

test('scales time and data as the screen does, and names the seller, their tax and a city without a ZIP', async () => {
  const pricing = { metric: 'invoke', target: '*', measure: 'TIMER', units: 60_000, cents: '1' } as const;
  const usage: UsageLine[] = [
    { type: 'TIMER', usage: 1_135_197, cents: 19, pricing },
    {
      type: 'MEMORY',
      usage: 243_256_500_000,
      cents: 1481,
      pricing: { ...pricing, measure: 'MEMORY', units: 1024 },
    },
  ];
  const metrics = [{ metric: { name: 'invoke', target: '*' }, cents: 1500, usage }];
  const services = [{ service: { id: 'shop', name: 'Shop' }, totalCents: 1500, metrics }];
  const address = { ...(invoice.address as NonNullable<Invoice['address']>), addressZip: '', companyVat: '' };
  const text = await textOf({
    ...invoice,
    address,
    bill: { grandTotalCents: 1500, services },
    seller: {
      name: 'Cloud & Söhne',
      address: ['Ring 1', '1010 Wien'],
      email: 'bills@cloud.example',
      vat: 'ATU12345678',
      taxPercent: 20,
      noTaxReason: null,
    },
  });
  for (const line of [
    'invoke: 18.92 min · 1 cent per 1 min',
    'invoke: 226.55 Gb · 1 cent per 1 kb',
    'Cloud & Söhne',
    '1010 Wien',
    'bills@cloud.example',
    'VAT: ATU12345678',
    'Wien, Austria',
    'Includes 20% VAT',
    '$1.67',
  ])
    expect(text.split('\n')).toContain(line);
  expect(text).not.toContain('Atrium Cloud Services');
});

test('leaves out what is free', async () => {
  const price: UsageLine['pricing'] = {
    metric: 'calls',
    target: 'test',
    measure: 'COUNTER',
    units: 1,
    cents: '0',
  };
  const lines = (target: string, cents: number, pricing: UsageLine['pricing']) => ({
    metric: { name: 'calls', target },
    cents,
    usage: [{ type: 'COUNTER' as const, usage: 9, cents, pricing }],
  });
  const metrics = [
    lines('test', 0, price),
    lines('unpriced', 0, null),
    lines('tiny', 0, { ...price, cents: '0.001' }),
  ];
  const services = [{ service: { id: 'shop', name: 'Shop' }, totalCents: 0, metrics }];
  const text = await textOf({ ...invoice, bill: { grandTotalCents: 0, services } });
  expect(text).toContain('calls, tiny: # 9 · 0.001 cents per # 1');
  expect(text).not.toMatch(/calls, (test|unpriced)/);
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

/** The lines of an invoice made out to a company of this name and country. */
async function linesFor(companyName: string, addressCountry = 'AT'): Promise<string[]> {
  const address = { ...(invoice.address as NonNullable<Invoice['address']>), companyName, addressCountry };
  return (await textOf({ ...invoice, address })).split('\n');
}

test.each([
  ['Latin', 'Łódź Żółć sp. z o.o.'],
  ['Greek', 'Αθήνα'],
  ['Cyrillic', 'Київ'],
  ['Chinese', '北京星云科技有限公司', 'CN'],
  ['Chinese of Taiwan', '臺灣雲端股份有限公司', 'TW'],
  ['Japanese', '株式会社アトリウム・クラウド', 'JP'],
  ['Korean', '주식회사아트리움', 'KR'],
])('writes names in %s', async (_, name, country = 'AT') => {
  // A name may be in several fonts, which follow each other.
  expect((await linesFor(name, country)).join('')).toContain(name);
});

test.each([
  ['Thai', 'บริษัท น้ำผึ้ง จำกัด'],
  ['Devanagari', 'श्री गणेश प्राइवेट लिमिटेड क्षेत्र'],
  ['Bengali', 'চট্টগ্রাম প্রাইভেট'],
  ['Tamil', 'சென்னை நிறுவனம்'],
  ['Telugu', 'తెలుగు సంస్థ'],
  ['Kannada', 'ಕನ್ನಡ ಸಂಸ್ಥೆ'],
  ['Malayalam', 'തിരുവനന്തപുരം'],
  ['Gujarati', 'ગુજરાતી કંપની'],
  ['Gurmukhi', 'ਪੰਜਾਬੀ ਕੰਪਨੀ'],
  ['Sinhala', 'ශ්‍රී ලංකා'],
  ['Khmer', 'ភ្នំពេញ'],
  ['Burmese', 'မန္တလေး'],
  ['Ethiopic', 'አዲስ አበባ'],
  ['Georgian and Armenian', 'საქართველო Հայաստան'],
])('has a shape for every letter of a name in %s', async (_, name) => {
  const drawn = (await linesFor(name)).join('');
  expect(drawn).not.toContain(NO_SHAPE);
  expect(Array.from(name).filter((letter) => letter !== ' ' && drawn.includes(letter))).not.toEqual([]);
});

test.each([
  ['Hebrew', 'רחוב הרצל 12', '12 לצרה בוחר'],
  ['Hebrew with brackets', 'ענן (ישראל) בע"מ', 'מ"עב (לארשי) ןנע'],
  ['Hebrew in Latin', 'Atrium אטריום Cloud', 'Atrium םוירטא Cloud'],
  ['Arabic', 'شركة النور 2026', '2026 رونلا ةكرش'],
])('sets %s in the order in which it is read', async (_, name, fromLeftToRight) => {
  const drawn = (await linesFor(name)).join('');
  expect(drawn).toContain(fromLeftToRight);
  expect(drawn).not.toContain(NO_SHAPE);
});

test('breaks a name that is too long for a line', async () => {
  const [first = '', ...more] = (await linesFor('北京星云科技有限公司'.repeat(20), 'CN')).filter((line) =>
    /[北京]/.test(line),
  );
  expect(first).not.toBe('');
  expect(more.length).toBeGreaterThan(3);
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

test('stays readable with ten thousand functions: those that cost most, and one sum of the others', async () => {
  const [service] = invoice.bill.services;
  if (service === undefined) throw new Error('the invoice has no service');
  const functions = Array.from({ length: 20 }, (_, index) => {
    return { target: `orders/f${index}`, cents: 50, calls: 2_500, milliseconds: 0, bytes: 0 };
  });
  const former = { target: 'live', cents: 100, calls: 5_000, milliseconds: 0, bytes: 0 };
  const metric = {
    metric: { name: 'invoke', target: '*' },
    cents: 1500,
    usage: [{ type: 'COUNTER' as const, usage: 75_000, cents: 1500, pricing: null }],
    functions: [former, ...functions.slice(1)],
    others: { count: 9_980, cents: 450 },
  };
  const bill = { ...invoice.bill, services: [{ ...service, metrics: [metric] }] };
  const lines = (await textOf({ ...invoice, bill })).split('\n');
  const amountBeside = (label: string) => lines[lines.indexOf(label) + 1];
  expect(amountBeside('invoke: # 75,000')).toBe('$15.00');
  expect(amountBeside('of which calls made before per-function metering: 5,000 calls')).toBe('$1.00');
  expect(amountBeside('of which orders/f19: 2,500 calls')).toBe('$0.50');
  expect(amountBeside('of which 9,980 other functions')).toBe('$4.50');
});

/** Where a font has no shape for a letter, it has an empty box. */
const NO_SHAPE = '\ufffd';

/** The text of a PDF's pages, a line for each piece that was drawn, its letters from left to right. */
async function textOf(shown: Parameters<typeof invoicePdf>[0]): Promise<string> {
  const pdf = (await invoicePdf(shown)).toString('latin1');
  const object = (id: string) => pdf.match(new RegExp(`\\n${id} 0 obj\\n([^]*?)\\nendobj`))?.[1] ?? '';
  const letters = new Map(
    [...pdf.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id = '']) => {
      const map = object(id).match(/\/ToUnicode (\d+) 0 R/)?.[1] ?? '';
      return [name, readLetters(inflate(object(map)))];
    }),
  );
  const pages = [...pdf.matchAll(/\/Contents (\d+) 0 R/g)].map(([, id = '']) => inflate(object(id)));
  const pieces: string[] = [];
  let font: string[] = [];
  for (const [, name, parts = ''] of pages.join('\n').matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (name !== undefined) font = letters.get(name) ?? [];
    else
      pieces.push(
        readGlyphs(parts)
          .map((glyph) => (glyph === 0 ? NO_SHAPE : (font[glyph] ?? '?')))
          .join(''),
      );
  }
  return pieces.join('\n');
}

const inflate = (object: string): string =>
  inflateSync(Buffer.from(object.match(/stream\n([^]*)\nendstream/)?.[1] ?? '', 'latin1')).toString('latin1');

/** `[<00010002> -120 <0003>]` */
const readGlyphs = (parts: string): number[] =>
  [...parts.matchAll(/<([0-9a-f]*)>/g)].flatMap(([, glyphs = '']) =>
    (glyphs.match(/.{4}/g) ?? []).map((glyph) => Number.parseInt(glyph, 16)),
  );

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
