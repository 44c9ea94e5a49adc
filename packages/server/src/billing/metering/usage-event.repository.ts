import type { Measure } from '@atrium/contract/pricing/measure';
import { ANY_TARGET } from '@atrium/contract/pricing/price-list';
import type { UsageEvent } from '@atrium/contract/service-api/functions/usage';
import { TEST_TARGET } from '@atrium/contract/service-api/functions/usage-target';
import { sql } from 'kysely';
import type { Store } from '../../database/schema.ts';
import { ALL_USERS, toAddedSums } from './usage-day.repository.ts';

/** Keeps months from being sealed while a batch is accepted (shared), or batches from being accepted (exclusive). */
export async function lockSeal(transaction: Store, mode: 'shared' | 'exclusive'): Promise<void> {
  const lock = sql.raw(mode === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock');
  await sql`select ${lock}(hashtext('atrium.billing.seal'))`.execute(transaction);
}

/** An event that comes again with another time is known by its id if it was used so many days from now at most. */
const KNOWN_DAYS = 35;

const daysFrom = (now: Date, days: number) => new Date(now.getTime() + days * 86_400_000);

/** An event with its customer. */
export type PayableEvent = UsageEvent & { payerId: string };

const OUT_OF_RANGE = '22003';

/** Inserts the events whose sums fit into 63 bits; returns the other events of the batch. */
export async function insertStorableEvents(
  transaction: Store,
  batch: Parameters<typeof insertUsageEvents>[1],
): Promise<PayableEvent[]> {
  await sql`savepoint usage_events`.execute(transaction);
  try {
    await insertUsageEvents(transaction, batch);
    await sql`release savepoint usage_events`.execute(transaction);
    return [];
  } catch (error) {
    if ((error as { code?: string }).code !== OUT_OF_RANGE) throw error;
    await sql`rollback to savepoint usage_events`.execute(transaction);
    await sql`release savepoint usage_events`.execute(transaction);
  }
  const { events } = batch;
  if (events.length === 1) return events;
  const middle = Math.ceil(events.length / 2);
  return [
    ...(await insertStorableEvents(transaction, { ...batch, events: events.slice(0, middle) })),
    ...(await insertStorableEvents(transaction, { ...batch, events: events.slice(middle) })),
  ];
}

/**
 * Inserts new events and adds exactly those to the sums (by day and version, by day of all functions, by month), in one
 * statement. An event of a sealed month is billed on the first open day, at the price of its day of use, and counts for no
 * version. Keys are named, not listed: an operator may add the domain to them (docs/scale.md).
 */
async function insertUsageEvents(
  transaction: Store,
  batch: { batchId: string; serviceId: string; events: PayableEvent[]; now: Date },
): Promise<void> {
  const sumOf = (column: string, type: Measure) =>
    sql`coalesce(sum(${sql.ref(column)}) filter (where type = ${sql.lit(type)}), 0)`;
  const sumsOf = (column: string) =>
    sql`${sumOf(column, 'COUNTER')}, ${sumOf(column, 'TIMER')}, ${sumOf(column, 'MEMORY')}`;
  await sql`
    with received as (
      select event.*, used_on,
        greatest(used_on, (select (max(month) || '-01')::date + interval '1 month' from billing_periods)::date) as billed_day
      from jsonb_to_recordset(${JSON.stringify(batch.events)}::jsonb) as event(
        id text, "domainId" uuid, "userId" uuid, "payerId" uuid,
        metric text, target text, type text, quantity bigint, at timestamptz, versions jsonb)
      cross join lateral (
        select least((at at time zone 'UTC')::date, (${batch.now}::timestamptz at time zone 'UTC')::date) as used_on) as use
      -- One and the same event has one time. Of what is repeated soon with another, the id is enough.
      where not exists (
        select from usage_events used
        where used.service_id = ${batch.serviceId} and used.id = event.id
          and used.at >= ${daysFrom(batch.now, -KNOWN_DAYS)} and used.at < ${daysFrom(batch.now, KNOWN_DAYS)})
    ), taken as (
      insert into usage_events
        (id, service_id, batch_id, domain_id, user_id, metric, target, type, quantity, at, billed_day)
      select id, ${batch.serviceId}, ${batch.batchId}, "domainId", "userId", metric, target, type, quantity, at, billed_day
      from received order by id
      on conflict do nothing
      returning id, billed_day
    ), counted as (
      select received.*, taken.billed_day as day from received join taken using (id)
    ), parts as (
      select counted.*, -1 as version, quantity - named as part
      from counted cross join lateral (
        select coalesce(sum(one.quantity), 0) as named from jsonb_to_recordset(versions) as one(quantity bigint)
        where used_on = day) as of_versions
      where quantity > named or quantity = 0
      union all
      select counted.*, one.version, one.quantity
      from counted cross join lateral jsonb_to_recordset(versions) as one(version integer, quantity bigint)
      where used_on = day and one.quantity > 0
    ), by_target as (
      insert into usage_days
        (domain_id, payer_id, user_id, day, used_on, service_id, metric, target, version, calls, milliseconds, bytes)
      select "domainId", "payerId", "userId", day, used_on, ${batch.serviceId}, metric, target, version, ${sumsOf('part')}
      from parts
      group by 1, 2, 3, 4, 5, 7, 8, 9
      order by 2, 4, 7, 8, 9, 3, 5
      on conflict on constraint usage_days_pkey do update set ${toAddedSums('usage_days')}
    ), by_month as (
      insert into usage_months
        (domain_id, payer_id, user_id, month, service_id, metric, target, calls, milliseconds, bytes)
      select "domainId", "payerId", "userId", to_char(day, 'YYYY-MM'), ${batch.serviceId}, metric, target,
        ${sumsOf('quantity')}
      from counted
      group by 1, 2, 3, 4, 6, 7
      order by 2, 4, 6, 7, 3
      on conflict on constraint usage_months_pkey do update set ${toAddedSums('usage_months')}
    )
    insert into usage_metric_days
      (domain_id, payer_id, user_id, day, used_on, service_id, metric, target, calls, milliseconds, bytes)
    select "domainId", "payerId", coalesce("userId", ${ALL_USERS}), day, used_on, ${batch.serviceId}, metric, summed,
      ${sumsOf('quantity')}
    from counted cross join lateral (
      select case target when ${TEST_TARGET} then target else ${ANY_TARGET} end as summed) as named
    group by "domainId", "payerId", day, used_on, metric, summed, grouping sets (("userId"), ())
    order by 2, 4, 3, 7, 8, 5
    on conflict on constraint usage_metric_days_pkey do update set ${toAddedSums('usage_metric_days')}
  `.execute(transaction);
}
