import { describe, expect, it } from 'vitest';
import { currencySymbol, decimalMoney, formatCents, formatMoney } from './money.ts';

describe('money', () => {
  it.each([
    [0, 'USD', '$0.00'],
    [1234, 'usd', '$12.34'],
    [5, 'EUR', '€0.05'],
    [123_456_789, 'USD', '$1,234,567.89'],
    [1500, 'JPY', '¥1,500'],
    [1, 'jpy', '¥1'],
    [1500, 'KWD', 'KWD1.500'],
    [-1, 'kwd', '-KWD0.001'],
    [-250, 'USD', '-$2.50'],
    [100, 'XX-nonsense', '$1.00'],
    [100, null, '$1.00'],
  ])('%i of %s is %s', (amount, currency, text) => {
    expect(formatMoney(amount, currency)).toBe(text);
  });

  it('shows cents as dollars', () => {
    expect(formatCents(1999)).toBe('$19.99');
  });

  it.each([
    [123_456_789, 'usd', '1234567.89'],
    [5, 'EUR', '0.05'],
    [1500, 'JPY', '1500'],
    [1, 'KWD', '0.001'],
  ])('%i of %s is the number %s in a file', (amount, currency, text) => {
    expect(decimalMoney(amount, currency)).toBe(text);
  });

  it('finds the symbol by the upper-cased code, $ by default', () => {
    expect(['gbp', 'eur', 'usd', 'zz', undefined].map(currencySymbol)).toEqual(['£', '€', '$', '$', '$']);
  });
});
