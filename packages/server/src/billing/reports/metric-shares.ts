import type { MetricShare } from '@atrium/contract/billing/metric-versions';
import type { Measure } from '@atrium/contract/pricing/measure';
import { amountCents } from '../../pricing/amount.ts';
import type { PriceBook } from '../../pricing/price-book.ts';
import type { UsedQuantity } from '../invoices/rating.ts';

/** Where a share says how much of a measure was used. */
export const SHARE_FIELDS = {
  COUNTER: 'calls',
  TIMER: 'milliseconds',
  MEMORY: 'bytes',
} as const satisfies Record<Measure, keyof MetricShare>;

/** What a part of a line of a bill used: a day of it, or a version. */
interface PartQuantity<Part> extends UsedQuantity {
  part: Part;
}

/**
 * Returns the share of each part of one metric and target. A part gets what a line costs up to it, rounded, less what it
 * costs up to the part before: so all together are exactly the cents that the lines of the bill are (`rateUsage`).
 */
export function shareMetric<Part>(
  used: readonly PartQuantity<Part>[],
  book: PriceBook,
): Map<Part, MetricShare> {
  const shares = new Map<Part, MetricShare>();
  const soFar = new Map<string, { quantity: bigint; cents: number }>();
  for (const { part, serviceId: service, metric, target, type, day, quantity } of used) {
    const share = shares.get(part) ?? { calls: 0, milliseconds: 0, bytes: 0, cents: 0 };
    shares.set(part, share);
    share[SHARE_FIELDS[type]] += Number(quantity);
    const price = book.priceOn(day, { service, target, metric, measure: type });
    if (price === null) continue;
    const key = JSON.stringify([type, price.target, price.cents, price.units]);
    const line = soFar.get(key) ?? { quantity: 0n, cents: 0 };
    soFar.set(key, line);
    line.quantity += BigInt(quantity);
    const cents = amountCents(line.quantity, price.cents, price.units);
    share.cents += cents - line.cents;
    line.cents = cents;
  }
  return shares;
}
