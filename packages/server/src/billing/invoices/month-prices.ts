import type { Store } from '../../database/schema.ts';
import type { PriceBook } from '../../pricing/price-book.ts';
import { type PricedStretch, type PriceWeights, weigh } from '../../pricing/price-weights.ts';
import { daysOfMonth } from '../../utc.ts';
import {
  type Days,
  findPricedDays,
  type OwnTarget,
  type UsageScope,
} from '../metering/usage-day.repository.ts';

/** Prices for a stretch of days in which no price changes. */
export interface DayPrices extends Days {
  /** Days on which prices begin or end. */
  changes: string[];
  ownTargets: OwnTarget[];
  weights: (PricedStretch & PriceWeights & { stretch: number })[];
  /** Unit of the weights and of costs computed with them. */
  partsOfCent: bigint;
}

export interface MonthPrices extends DayPrices {
  month: string;
}

/** Returns the prices of a billed month, for every metric that ever had one. */
export async function readMonthPrices(
  db: Store,
  scope: UsageScope,
  book: PriceBook,
  month: string,
): Promise<MonthPrices> {
  const days = daysOfMonth(month);
  return pricesOfMonth(book, month, await findPricedDays(db, scope, days));
}

/** `priced` are the days whose prices count: with those of use before the month, if usage was late. */
export function pricesOfMonth(book: PriceBook, month: string, priced: Days): MonthPrices {
  return { month, ...pricesOfDays(book, daysOfMonth(month), priced) };
}

/** Returns the prices of billed days, for every metric that ever had one. */
export function pricesOfDays(book: PriceBook, days: Days, priced: Days): DayPrices {
  const changes = book.changesWithin(priced);
  const stretches = book
    .listSubjects()
    .flatMap((subject) => [priced.start, ...changes].map((day, stretch) => ({ ...subject, day, stretch })));
  const { weights, partsOfCent } = weigh(book, stretches);
  return {
    ...days,
    changes,
    partsOfCent,
    ownTargets: book.ownTargetsWithin(priced),
    weights: stretches.map((stretch, index) => ({ ...stretch, ...(weights[index] as PriceWeights) })),
  };
}

/** Cents of a cost, not rounded: for plots and comparisons. */
export function centsOf(cost: string, { partsOfCent }: MonthPrices): number {
  return Number((BigInt(cost) * 10_000n) / partsOfCent) / 10_000;
}
