import type { MetricShare } from '@atrium/contract/billing/metric-versions';
import type { Measure } from '@atrium/contract/pricing/measure';
import { amountCents } from '../../pricing/amount.ts';
import type { PriceBook } from '../../pricing/price-book.ts';
import type { UsedQuantity } from '../invoices/rating.ts';

/** Fields of a share that hold the used quantity of a measure. */
export const SHARE_FIELDS = {
  COUNTER: 'calls',
  TIMER: 'milliseconds',
  MEMORY: 'bytes',
} as const satisfies Record<Measure, keyof MetricShare>;

/** Usage of a part of a bill's line: a day, or a version. */
interface PartQuantity<Part> extends UsedQuantity {
  part: Part;
}

/**
 * Returns the share of each part of one metric and target. A part's share is the rounded line cost up to it, less the
 * cost up to the part before, so the shares add up exactly to the cents of the bill's lines (`rateUsage`).
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
