import type { Usage } from '@atrium/contract/billing/usage';
import { PERMISSIONS } from '@atrium/contract/permissions';
import type { Store } from '../../database/schema.ts';
import type { Caller } from '../../http/caller.ts';
import type { PriceBook } from '../../pricing/price-book.ts';
import { daysOfMonth } from '../../utc.ts';
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
