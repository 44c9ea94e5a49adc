import { ANY_TARGET } from '@atrium/contract/pricing/price-list';
import { sql } from 'kysely';
import type { Store } from '../database/schema.ts';
import type { Customer } from './customer.ts';
import type { UsedQuantity } from './rating.ts';

export interface Days {
  /** First and last UTC day, both included. */
  start: string;
  end: string;
}

/**
 * Whose usage is summed up: what customers are billed for (their own and that of their child users), or what one
 * user used, whoever pays for it.
 */
export type UsageScope = ({ customers: Customer[] } | { user: Customer; payerId: string }) & {
  /** All services when left out. */
  serviceId?: string | undefined;
};

/** What a price may be for: a metric of a service, and a target with a price of its own. */
export interface OwnTarget {
  service: string;
  metric: string;
  target: string;
}

/**
 * Usage of the days, summed over stretches of days that no price change interrupts: `changes` are the days on
 * which prices begin or end, in order. A sum has the first day of its stretch, whose prices are those of the rest.
 * Targets that have a price of their own have sums of their own; all others are one, `*`, however many they are.
 */
export async function listUsage(
  db: Store,
  scope: UsageScope,
  { start, end }: Days,
  changes: string[],
  ownTargets: OwnTarget[],
): Promise<(UsedQuantity & { payerId: string })[]> {
  const isOfDays = sql`${isWithin(scope)} and day between ${start} and ${end}`;
  const { rows } = await sql<UsedQuantity & { payerId: string }>`
    with own as (
      select payer_id, service_id, metric, target, type, width_bucket(day, ${changes}::date[]) as stretch,
        min(day) as day, sum(quantity) as quantity
      from usage_days join ${toRelation(ownTargets)} using (service_id, metric, target)
      where ${isOfDays}
      group by 1, 2, 3, 4, 5, 6
    ), whole as (
      select payer_id, service_id, metric, used.type, width_bucket(day, ${changes}::date[]) as stretch,
        min(day) as day, sum(used.quantity) as quantity
      from usage_metric_days cross join lateral
        (values ('COUNTER', calls), ('TIMER', milliseconds), ('MEMORY', bytes)) as used (type, quantity)
      where ${isOfDays}
      group by 1, 2, 3, 4, 5
    ), others as (
      select payer_id, service_id, metric, ${ANY_TARGET} as target, type, day,
        whole.quantity - coalesce(apart.quantity, 0) as quantity
      from whole left join (
        select payer_id, service_id, metric, type, stretch, sum(quantity) as quantity from own group by 1, 2, 3, 4, 5
      ) apart using (payer_id, service_id, metric, type, stretch)
    )
    select payer_id, service_id, metric, target, type, day, quantity from own where quantity > 0
    union all
    select payer_id, service_id, metric, target, type, day, quantity from others where quantity > 0
    order by payer_id, service_id, metric, target, type, day`.execute(db);
  return rows;
}

/** The condition that rows of usage belong to a scope. */
export function isWithin(scope: UsageScope) {
  const ofPeople = isOfPeople(scope);
  return scope.serviceId === undefined ? ofPeople : sql`${ofPeople} and service_id = ${scope.serviceId}`;
}

function isOfPeople(scope: UsageScope) {
  if ('user' in scope) {
    const { domainId, userId } = scope.user;
    return sql`payer_id = ${scope.payerId} and domain_id = ${domainId} and user_id = ${userId}`;
  }
  const [customer, ...others] = scope.customers;
  if (customer !== undefined && others.length === 0)
    return sql`domain_id = ${customer.domainId} and payer_id = ${customer.userId}`;
  const domainIds = scope.customers.map(({ domainId }) => domainId);
  const userIds = scope.customers.map(({ userId }) => userId);
  return sql`(domain_id, payer_id) in (select * from unnest(${domainIds}::uuid[], ${userIds}::uuid[]))`;
}

/** Targets as a relation to join with. */
export function toRelation(ownTargets: OwnTarget[]) {
  return sql`unnest(${ownTargets.map(({ service }) => service)}::text[], ${ownTargets.map(({ metric }) => metric)}::text[],
    ${ownTargets.map(({ target }) => target)}::text[]) as own_target (service_id, metric, target)`;
}
