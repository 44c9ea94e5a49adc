import { ANY_TARGET, type Price } from '@atrium/contract/pricing/price-list';
import { TEST_TARGET } from '@atrium/contract/service-api/usage-target';

/** The prices of one metric and target, for every measure. */
export interface PriceRow {
  metric: string;
  target: string;
  prices: Price[];
}

/** Returns the rows of the price list by metric: what any target costs, then functions with a price of their own, then tests. */
export function toRows(prices: Price[]): PriceRow[] {
  const rows = Map.groupBy(prices, ({ metric, target }) => `${metric} ${target}`);
  return [...rows.values()]
    .flatMap((group) => {
      const [first] = group;
      return first === undefined ? [] : [{ metric: first.metric, target: first.target, prices: group }];
    })
    .sort(
      (a, b) =>
        compare(a.metric, b.metric) || rankOf(a.target) - rankOf(b.target) || compare(a.target, b.target),
    );
}

const rankOf = (target: string): number => (target === ANY_TARGET ? 0 : target === TEST_TARGET ? 2 : 1);

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
