import type { UsageLine } from './usage.ts';

/** Whether a price of 0 applied, or none: such lines are listed only where all metrics are asked for. */
export function isFree({ cents, pricing }: UsageLine): boolean {
  return cents === 0 && (pricing === null || Number(pricing.cents) === 0);
}
