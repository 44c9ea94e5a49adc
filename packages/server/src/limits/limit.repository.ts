import type { LimitName, LimitOverrides } from '@atrium/contract/limits/limit';
import { notify } from '@atrium/host/database/notifications';
import { sql } from 'kysely';
import type { Store } from '../database/schema.ts';

export const LIMITS_CHANGED_CHANNEL = 'atrium_limits_changed';

/** Leaves with the transaction of the change. */
export async function announceLimitsChanged(transaction: Store, domainId: string): Promise<void> {
  await notify(transaction, LIMITS_CHANGED_CHANNEL, domainId);
}

/** Limits of a domain that differ from the defaults. */
export async function listOverrides(db: Store, domainId: string): Promise<LimitOverrides> {
  const rows = await db
    .selectFrom('domainLimits')
    .select(['name', 'value'])
    .where('domainId', '=', domainId)
    .orderBy('name')
    .execute();
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

export async function upsertOverride(
  db: Store,
  domainId: string,
  name: LimitName,
  value: number,
  now: Date,
): Promise<void> {
  await db
    .insertInto('domainLimits')
    .values({ domainId, name, value, changedOn: now })
    .onConflict((conflict) => conflict.columns(['domainId', 'name']).doUpdateSet({ value, changedOn: now }))
    .execute();
}

export async function deleteOverride(db: Store, domainId: string, name: LimitName): Promise<void> {
  await db.deleteFrom('domainLimits').where('domainId', '=', domainId).where('name', '=', name).execute();
}

/** Increments the count of a day and returns it. Concurrent callers are serialized. */
export async function updateDayCount(
  db: Store,
  domainId: string,
  name: LimitName,
  day: string,
): Promise<number> {
  const { used } = await db
    .insertInto('domainDayCounts')
    .values({ domainId, name, day, used: 1 })
    .onConflict((conflict) =>
      conflict.columns(['domainId', 'name']).doUpdateSet({
        day,
        used: sql`case when domain_day_counts.day = ${day}::date then domain_day_counts.used + 1 else 1 end`,
      }),
    )
    .returning('used')
    .executeTakeFirstOrThrow();
  return used;
}

export async function listDayCounts(
  db: Store,
  domainId: string,
  day: string,
): Promise<{ name: LimitName; used: number }[]> {
  return db
    .selectFrom('domainDayCounts')
    .select(['name', 'used'])
    .where('domainId', '=', domainId)
    .where('day', '=', day)
    .orderBy('name')
    .execute();
}
