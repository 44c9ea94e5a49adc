import type { Usage } from '@atrium/contract/billing/usage';
import { PERMISSIONS } from '@atrium/contract/permissions';
import type { Store } from '../../database/schema.ts';
import type { Caller } from '../../http/caller.ts';
import type { PriceBook } from '../../pricing/price-book.ts';
import { addDays, daysOfMonth } from '../../utc.ts';
import { findPricedDays, listUsage, type UsageScope } from '../metering/usage-day.repository.ts';
import { rateUsage } from './rating.ts';

/** Caller whose usage is read. */
export type UsageReader = Pick<Caller, 'domainId' | 'userId' | 'parentId'> &
  Partial<Pick<Caller, 'permissions'>> & {
    /** Limits usage to one service. */
    serviceId?: string | undefined;
  };

/**
 * A child user pays nothing and sees their own usage. A parent sees their future bill, unless the call is made with a
 * key that may not.
 */
export function scopeOf({
  domainId,
  userId,
  parentId,
  permissions = PERMISSIONS,
  serviceId,
}: UsageReader): UsageScope {
  const customer = { domainId, userId };
  const seesAll = parentId === null && permissions.includes('billing.read');
  return seesAll
    ? { customers: [customer], serviceId }
    : { user: customer, payerId: parentId ?? userId, serviceId };
}

/** Rates a customer's usage of a month the same way as the bill. */
export async function rateMonth(
  db: Store,
  reader: UsageReader,
  { month, book, nameOf }: { month: string; book: PriceBook; nameOf: (serviceId: string) => string },
): Promise<Usage> {
  const days = daysOfMonth(month);
  const scope = scopeOf(reader);
  const priced = await findPricedDays(db, scope, days);
  const used = await listUsage(db, scope, days, book.changesWithin(priced), book.ownTargetsWithin(priced));
  return rateUsage(used, book, nameOf);
}

/** Usage of a month with a sum for each day of billing, for the shares of days in the lines of the bill. */
export async function listUsageByDay(db: Store, scope: UsageScope, book: PriceBook, month: string) {
  const days = daysOfMonth(month);
  const priced = await findPricedDays(db, scope, days);
  const others: string[] = [];
  for (let day = addDays(days.start, 1); day <= days.end; day = addDays(day, 1)) others.push(day);
  return listUsage(db, scope, days, book.changesWithin(priced), book.ownTargetsWithin(priced), others);
}
