import { ANY_TARGET, type Price, type PriceGroup } from '@atrium/contract/pricing/price-list';
import { TEST_TARGET } from '@atrium/contract/service-api/functions/usage-target';

/** The prices of one metric and target, for every measure. */
export interface PriceRow {
  metric: string;
  target: string;
  prices: Price[];
}

export function isFree(prices: readonly Price[]): boolean {
  return prices.every(({ cents }) => Number(cents) === 0);
}

/** Removes services without prices. */
export function listPriced(groups: readonly PriceGroup[]): PriceGroup[] {
  return groups
    .map(({ group, services }) => ({ group, services: services.filter(({ prices }) => prices.length > 0) }))
    .filter(({ services }) => services.length > 0);
}

/**
 * Returns the rows of the price list by metric: the price for any target, then functions with a price of their own,
 * then tests. If tests are free, omits the rows of other metrics that they use.
 */
export function toRows(prices: Price[]): PriceRow[] {
  const rows = Map.groupBy(prices, ({ metric, target }) => `${metric} ${target}`);
  const ofTests = prices.filter(({ target }) => target === TEST_TARGET);
  const areTestsFree = isFree(ofTests) && ofTests.some(({ metric }) => metric === TEST_TARGET);
  const isOfFreeTests = ({ metric, target }: Price) =>
    areTestsFree && target === TEST_TARGET && metric !== TEST_TARGET;
  return [...rows.values()]
    .flatMap((group) => {
      const [first] = group;
      if (first === undefined || isOfFreeTests(first)) return [];
      return [{ metric: first.metric, target: first.target, prices: group }];
    })
    .sort(
      (a, b) =>
        compare(a.metric, b.metric) || rankOf(a.target) - rankOf(b.target) || compare(a.target, b.target),
    );
}

const rankOf = (target: string): number => (target === ANY_TARGET ? 0 : target === TEST_TARGET ? 2 : 1);

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
