import { expect, test } from 'vitest';
import { amountText, barOf, waterfallRows } from './waterfall.ts';

const comparison = {
  fromCents: 100,
  toCents: 80,
  added: { count: 1, cents: 60 },
  gone: { count: 2, cents: -150 },
  volumeCents: 70,
  priceCents: 0,
};

test('each part begins where the one before it ends, and the last one ends at the later total', () => {
  const rows = waterfallRows({ from: '2026-10', to: '2026-11' }, comparison);
  expect(rows.map(({ name, from, to }) => [name, from, to])).toEqual([
    ['October 2026', 0, 100],
    ['Volume', 100, 170],
    ['Prices', 170, 170],
    ['New functions and collections (1)', 170, 230],
    ['Functions and collections no longer used (2)', 230, 80],
    ['November 2026', 0, 80],
  ]);
  expect(rows.map(amountText)).toEqual(['$1.00', '+$0.70', '$0.00', '+$0.60', '-$1.50', '$0.80']);
  const fall = rows[4];
  expect(fall && barOf(fall, rows)).toEqual({ left: (100 * 80) / 230, width: (100 * 150) / 230 });
});

test('parts that go below nothing have their place, too', () => {
  const rows = waterfallRows(
    { from: '2026-10', to: '2026-11' },
    { ...comparison, volumeCents: -120, toCents: -110 },
  );
  for (const { left, width } of rows.map((row) => barOf(row, rows))) {
    expect(left).toBeGreaterThanOrEqual(0);
    expect(left + width).toBeLessThanOrEqual(100.001);
  }
});
