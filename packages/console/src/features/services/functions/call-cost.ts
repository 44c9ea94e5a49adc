import { ANY_TARGET, type Price } from '@atrium/contract/pricing/price-list';
import { targetOf } from '@atrium/contract/service-api/functions/usage-target';
import { formatCost } from '../../../lib/format.ts';

/** Resources used by one call of a function. */
interface CallUse {
  function: string;
  durationMs: number;
  memoryBytes: number;
}

/** Cents for one call at today's prices, before any free tier; for the screen, bills are exact. */
export function costOfCall(prices: readonly Price[], call: CallUse): number {
  const { durationMs, memoryBytes } = call;
  const quantities = { COUNTER: 1, TIMER: Math.ceil(durationMs), MEMORY: Math.ceil(memoryBytes) };
  const ofCalls = prices.filter(({ metric }) => metric === 'invoke');
  let cents = 0;
  for (const measure of ['COUNTER', 'TIMER', 'MEMORY'] as const) {
    const ofMeasure = ofCalls.filter((price) => price.measure === measure);
    // The function's own price takes precedence over the price for any.
    const price =
      ofMeasure.find(({ target }) => target === targetOf(call.function)) ??
      ofMeasure.find(({ target }) => target === ANY_TARGET);
    if (price) cents += (quantities[measure] * Number(price.cents)) / price.units;
  }
  return cents;
}

/** Cost in a table: `–` if unused. */
export function costText(cost: { cents: number | null } | undefined): string {
  if (cost === undefined) return '–';
  return cost.cents === null ? 'No price' : formatCost(cost.cents);
}
