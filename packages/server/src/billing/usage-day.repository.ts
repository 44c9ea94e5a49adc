import type { Store } from '../database/schema.ts';
import type { UsedQuantity } from './rating.ts';

export interface Days {
  /** First and last UTC day, both included. */
  start: string;
  end: string;
}

/** What a payer is billed for: its own usage and that of its child users, summed by day. */
export async function listPayerUsage(
  db: Store,
  payer: { domainId: string; payerId: string },
  days: Days,
): Promise<UsedQuantity[]> {
  return selectUsage(db, days)
    .where('domain_id', '=', payer.domainId)
    .where('payer_id', '=', payer.payerId)
    .execute();
}

/** What one user used, whoever pays for it. */
export async function listUserUsage(
  db: Store,
  user: { domainId: string; userId: string },
  days: Days,
): Promise<UsedQuantity[]> {
  return selectUsage(db, days)
    .where('domain_id', '=', user.domainId)
    .where('user_id', '=', user.userId)
    .execute();
}

function selectUsage(db: Store, { start, end }: Days) {
  return db
    .selectFrom('usage_days')
    .select(['service_id as serviceId', 'metric', 'target', 'type', 'day'])
    .select((expression) => expression.fn.sum<number>('quantity').$castTo<number>().as('quantity'))
    .where('day', '>=', start)
    .where('day', '<=', end)
    .groupBy(['service_id', 'metric', 'target', 'type', 'day'])
    .orderBy('service_id')
    .orderBy('metric')
    .orderBy('target')
    .orderBy('type')
    .orderBy('day');
}

/** Up to `limit` payers with usage in the days and an id above `after`, by id. */
export async function listPayersWithUsage(
  db: Store,
  { start, end }: Days,
  after: string,
  limit: number,
): Promise<{ domainId: string; payerId: string }[]> {
  return db
    .selectFrom('usage_days')
    .select(['domain_id as domainId', 'payer_id as payerId'])
    .distinct()
    .where('day', '>=', start)
    .where('day', '<=', end)
    .where('payer_id', '>', after)
    .orderBy('payer_id')
    .limit(limit)
    .execute();
}
