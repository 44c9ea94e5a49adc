import type { Price } from '@atrium/contract/pricing/price-list';

/** The prices of one metric and target, for every measure. */
export interface PriceRow {
  metric: string;
  target: string;
  prices: Price[];
}

/** Returns the rows of the price list, by group. */
export function toRows(prices: Price[]): PriceRow[] {
  const rows = Map.groupBy(prices, ({ metric, target }) => `${metric} ${target}`);
  return [...rows.values()]
    .flatMap((group) => {
      const [first] = group;
      return first === undefined ? [] : [{ metric: first.metric, target: first.target, prices: group }];
    })
    .sort((a, b) => compare(a.metric, b.metric) || compare(a.target, b.target));
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
