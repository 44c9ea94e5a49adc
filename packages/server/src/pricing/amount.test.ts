import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amountCents, trimDecimal } from './amount.ts';

const decimal = fc
  .tuple(fc.nat(1_000_000), fc.nat(999_999_999))
  .map(([whole, fraction]) => `${whole}.${String(fraction).padStart(9, '0')}`);

describe('amountCents', () => {
  test.each([
    [0, '5', 1, 0],
    [1, '0.5', 1, 1],
    [1, '0.499999999', 1, 0],
    [3, '1', 2, 2],
    [1000, '0.0025', 1, 3],
    [5, '20', 1000, 0],
    [25, '20', 1000, 1],
    [1_000_000, '20', 1000, 20_000],
    [Number.MAX_SAFE_INTEGER, '1', 1024, 8796093022208],
  ])('%d at %s cents for %d is %d', (quantity, cents, units, expected) => {
    expect(amountCents(quantity, cents, units)).toBe(expected);
  });

  test('is within half a cent of the exact quotient, and never below it by a half', () => {
    fc.assert(
      fc.property(
        fc.nat(1_000_000),
        decimal,
        fc.integer({ min: 1, max: 1_000_000 }),
        (quantity, cents, units) => {
          const numerator = BigInt(quantity) * BigInt(cents.replace('.', ''));
          const denominator = BigInt(units) * 10n ** 9n;
          const difference = 2n * (BigInt(amountCents(quantity, cents, units)) * denominator - numerator);
          expect(difference > -denominator && difference <= denominator).toBe(true);
        },
      ),
    );
  });

  test('refuses an amount that a number cannot hold', () => {
    expect(() => amountCents(Number.MAX_SAFE_INTEGER, '999999', 1)).toThrow('too large');
  });
});

test('trimDecimal writes a decimal without trailing zeros and means the same', () => {
  expect(['0.002500000', '12.000000000', '100', '0.000000000'].map(trimDecimal)).toEqual([
    '0.0025',
    '12',
    '100',
    '0',
  ]);
  fc.assert(fc.property(decimal, (text) => Number(trimDecimal(text)) === Number(text)));
});
