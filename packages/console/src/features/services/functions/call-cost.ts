import type { Price } from '@atrium/contract/pricing/price-list';
import { LIVE_TARGET } from '@atrium/contract/service-api/usage';

/** What one call of a function used. */
interface CallUse {
  durationMs: number;
  memoryBytes: number;
}

/** Cents for one call at today's prices, before any free tier; for the screen, bills are exact. */
export function costOfCall(prices: readonly Price[], { durationMs, memoryBytes }: CallUse): number {
  const quantities = { COUNTER: 1, TIMER: Math.ceil(durationMs), MEMORY: Math.ceil(memoryBytes) };
  const ofCalls = prices.filter(({ metric }) => metric === 'invoke');
  let cents = 0;
  for (const measure of ['COUNTER', 'TIMER', 'MEMORY'] as const) {
    const ofMeasure = ofCalls.filter((price) => price.measure === measure);
    // A price for live calls goes before one for any.
    const price =
      ofMeasure.find(({ target }) => target === LIVE_TARGET) ??
      ofMeasure.find(({ target }) => target === '*');
    if (price) cents += (quantities[measure] * Number(price.cents)) / price.units;
  }
  return cents;
}

/** `0.0023 cents`: two digits that mean something. */
export function formatCost(cents: number): string {
  return `${new Intl.NumberFormat('en-US', { maximumSignificantDigits: 2 }).format(cents)} cents`;
}
