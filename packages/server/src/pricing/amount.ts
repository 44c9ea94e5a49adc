/**
 * Cents for a quantity at a price: quantity × cents ÷ units, exact, rounded half up once.
 * `cents` is a decimal text that is not negative; quantity and units are whole.
 */
export function amountCents(quantity: number | bigint, cents: string, units: number | bigint): number {
  const [whole = '', fraction = ''] = cents.split('.');
  const scaled = BigInt(quantity) * BigInt(whole + fraction);
  const divisor = BigInt(units) * 10n ** BigInt(fraction.length);
  const rounded = (2n * scaled + divisor) / (2n * divisor);
  const amount = Number(rounded);
  if (!Number.isSafeInteger(amount)) throw new RangeError(`an amount of ${rounded} cents is too large`);
  return amount;
}

/** The same, not rounded: for plots and comparisons. */
export function exactCents(
  quantity: number | string,
  { cents, units }: { cents: string; units: number },
): number {
  return (Number(quantity) * Number(cents)) / units;
}

/** The shortest decimal text of a stored amount: `"0.002500000"` → `"0.0025"`. */
export function trimDecimal(decimal: string): string {
  return decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal;
}
