import type { Store } from '../../database/schema.ts';
import type { PriceBook } from '../../pricing/price-book.ts';
import { readMonthPrices } from '../invoices/month-prices.ts';
import { rateMonth, scopeOf, type UsageReader } from '../invoices/rate-month.ts';
import { indexEntries, shareOf } from './function-shares.ts';
import { listRankedFunctions, type RankedFunction } from './function-usage.repository.ts';

/** More than a domain has functions, in all metrics. */
const MAX_RATED = 1_000_000;

/** A function's usage of a metric, and its share of the bill. */
export type RatedFunction = Pick<
  RankedFunction,
  'serviceId' | 'metric' | 'target' | 'calls' | 'milliseconds' | 'bytes'
> & { cents: number };

/** Each metric of each function in a month, most expensive first; the cents of all are those of the bill. */
export async function rateFunctions(
  db: Store,
  reader: UsageReader,
  { month, book }: { month: string; book: PriceBook },
): Promise<RatedFunction[]> {
  const scope = scopeOf(reader);
  const prices = await readMonthPrices(db, scope, book, month);
  const [ranked, { services }] = await Promise.all([
    listRankedFunctions(db, scope, prices, MAX_RATED),
    rateMonth(db, reader, { month, book, nameOf: (id) => id }),
  ]);
  const centsOf = indexEntries(services);
  return ranked.map(({ serviceId, metric, priceTarget, target, calls, milliseconds, bytes, ...costs }) => ({
    serviceId,
    metric,
    target,
    calls,
    milliseconds,
    bytes,
    cents: shareOf(centsOf({ serviceId, metric, priceTarget }), costs),
  }));
}
