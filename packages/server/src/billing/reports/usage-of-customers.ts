import type { Store } from '../../database/schema.ts';
import type { PriceBook } from '../../pricing/price-book.ts';
import type { Customer } from '../customer.ts';
import type { UsedQuantity } from '../invoices/rating.ts';
import { type Days, listFirstUses, listUsage } from '../metering/usage-day.repository.ts';

/**
 * Groups customers by the days whose prices their usage may have. Targets with a price of their own on such a day have lines
 * of their own, so the late usage of one customer must not change the lines of another.
 */
export async function groupByPricedDays(
  db: Store,
  customers: Customer[],
  days: Days,
): Promise<Map<Days, Customer[]>> {
  const uses = await listFirstUses(db, { customers }, days);
  const groups = Map.groupBy(customers, ({ userId }) => uses.get(userId) ?? days.start);
  return new Map([...groups].map(([start, ofGroup]) => [{ ...days, start }, ofGroup]));
}

/** Usage of customers that is billed on the days, by customer. */
export async function readUsage(
  db: Store,
  customers: Customer[],
  days: Days,
  book: PriceBook,
): Promise<Map<string, UsedQuantity[]>> {
  const used: (UsedQuantity & { payerId: string })[] = [];
  for (const [priced, ofGroup] of await groupByPricedDays(db, customers, days)) {
    const scope = { customers: ofGroup };
    const [changes, own] = [book.changesWithin(priced), book.ownTargetsWithin(priced)];
    used.push(...(await listUsage(db, scope, days, changes, own)));
  }
  return Map.groupBy(used, ({ payerId }) => payerId);
}
