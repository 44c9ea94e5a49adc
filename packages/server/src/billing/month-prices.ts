import type { PriceBook } from '../pricing/price-book.ts';
import { type PricedStretch, type PriceWeights, weigh } from '../pricing/price-weights.ts';
import { daysOfMonth } from '../utc.ts';
import type { Days, OwnTarget } from './usage-day.repository.ts';

/** What costs are made of: the stretches of some days in which no price changes, with their prices. */
export interface DayPrices extends Days {
  /** Days on which prices begin or end. */
  changes: string[];
  ownTargets: OwnTarget[];
  weights: (PricedStretch & PriceWeights & { stretch: number })[];
  /** What the weights, and the costs made with them, are counted in. */
  partsOfCent: bigint;
}

export interface MonthPrices extends DayPrices {
  month: string;
}

/** Returns the prices of a month for everything that ever had one. */
export function pricesOfMonth(book: PriceBook, month: string): MonthPrices {
  return { month, ...pricesOfDays(book, daysOfMonth(month)) };
}

/** Returns the prices of some days for everything that ever had one. */
export function pricesOfDays(book: PriceBook, days: Days): DayPrices {
  const changes = book.changesWithin(days);
  const stretches = book
    .listSubjects()
    .flatMap((subject) => [days.start, ...changes].map((day, stretch) => ({ ...subject, day, stretch })));
  const { weights, partsOfCent } = weigh(book, stretches);
  return {
    ...days,
    changes,
    partsOfCent,
    ownTargets: book.ownTargetsWithin(days),
    weights: stretches.map((stretch, index) => ({ ...stretch, ...(weights[index] as PriceWeights) })),
  };
}

/** Cents of a cost, not rounded: for plots and comparisons. */
export function centsOf(cost: string, { partsOfCent }: MonthPrices): number {
  return Number((BigInt(cost) * 10_000n) / partsOfCent) / 10_000;
}
