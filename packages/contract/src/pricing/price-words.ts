import { formatUnits } from '../format-scale.ts';

/** A price in words: `2 cents per # 100`. The specification writes counts with a `#`. */
export function formatPrice(price: {
  cents: string;
  measure: 'COUNTER' | 'MEMORY' | 'TIMER';
  units: number;
}): string {
  const { cents, measure, units } = price;
  return `${formatPriceCents(cents)} per ${formatUnits(measure, units)}`;
}

/** `1 cent`, `2 cents`: of a price, which may be a fraction. */
export function formatPriceCents(cents: string): string {
  return `${cents} ${cents === '1' ? 'cent' : 'cents'}`;
}
