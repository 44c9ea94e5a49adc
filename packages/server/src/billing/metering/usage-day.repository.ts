import { ANY_TARGET } from '@atrium/contract/pricing/price-list';
import { TEST_TARGET } from '@atrium/contract/service-api/functions/usage-target';
import { sql } from 'kysely';
import type { Store } from '../../database/schema.ts';
import type { Customer } from '../customer.ts';
import type { UsedQuantity } from '../invoices/rating.ts';

export interface Days {
  /** First and last UTC day, both included. */
  start: string;
  end: string;
}

/** Scope of the usage sum: customers with their child users, or one user, regardless of the payer. */
export type UsageScope = ({ customers: Customer[] } | { user: Customer; payerId: string }) & {
  /** All services when left out. */
  serviceId?: string | undefined;
};

/** Subject of a price: a metric of a service, and a target with a price of its own. */
export interface OwnTarget {
  service: string;
  metric: string;
  target: string;
}

/**
 * Usage billed on the days, summed over stretches of days of use that no price change interrupts: `changes` are the
 * days on which prices begin or end, in order, from the first of `findPricedDays` on. A sum has a day of its stretch, whose prices are
 * those of the rest. Targets that have a price of their own have sums of their own; all others are one, `*`, however many
 * they are. `parts` are days of billing that begin sums of their own; a sum has the first such day as `billedDay`.
 */
export async function listUsage(
  db: Store,
  scope: UsageScope,
  days: Days,
  changes: string[],
  ownTargets: OwnTarget[],
  parts: string[] = [],
): Promise<(UsedQuantity & { payerId: string; billedDay: string })[]> {
  const [stretch, part] = [toStretch(changes), sql`width_bucket(day, ${parts}::date[])`];
  const [functions, tests] = toFunctionsAndTests(ownTargets);
  const { rows } = await sql<UsedQuantity & { payerId: string; billedDay: string }>`
    with own as (
      select payer_id, service_id, metric, target, ${stretch} as stretch, ${part} as part, min(used_on) as day,
        min(day) as billed_day, ${SUMS}
      from usage_days join ${toRelation(functions)} using (service_id, metric, target)
      where ${isWithinDays(scope, days)}
      group by 1, 2, 3, 4, 5, 6
    ), whole as (
      select payer_id, service_id, metric, ${toSummedTarget(tests)} as summed, ${stretch} as stretch, ${part} as part,
        min(used_on) as day, min(day) as billed_day, ${SUMS}
      from usage_metric_days where ${isSumWithinDays(scope, days)}
      group by 1, 2, 3, 4, 5, 6
    ), used as (
      select payer_id, service_id, metric, target, day, billed_day, calls, milliseconds, bytes from own
      union all
      select payer_id, service_id, metric, summed, day, billed_day, whole.calls - coalesce(apart.calls, 0),
        whole.milliseconds - coalesce(apart.milliseconds, 0), whole.bytes - coalesce(apart.bytes, 0)
      from whole left join (
        select payer_id, service_id, metric, ${ANY_TARGET}::text as summed, stretch, part, ${SUMS} from own
        group by 1, 2, 3, 4, 5, 6
      ) apart using (payer_id, service_id, metric, summed, stretch, part)
    )
    select payer_id, service_id, metric, target, type, day, billed_day, quantity
    from used cross join lateral ${MEASURES}
    where quantity > 0
    order by payer_id, service_id, metric, target, type, day, billed_day`.execute(db);
  return rows;
}

/** Stands for all users of a payer in `usage_metric_days`. */
export const ALL_USERS = '00000000-0000-0000-0000-000000000000';

/** Targets with a price of their own: functions, and the metrics of which test runs have one. */
export function toFunctionsAndTests(
  ownTargets: readonly OwnTarget[],
): [functions: OwnTarget[], tests: OwnTarget[]] {
  const isTest = ({ target }: OwnTarget) => target === TEST_TARGET;
  return [ownTargets.filter((own) => !isTest(own)), ownTargets.filter(isTest)];
}

/** Target on the bill of a row of `usage_metric_days`: test runs have a line of their own where they have a price of their own. */
export function toSummedTarget(tests: OwnTarget[]) {
  return sql`case when target = ${TEST_TARGET} and (service_id, metric) in (
    select service_id, metric from ${toRelation(tests)}) then target else ${ANY_TARGET} end`;
}

/** Sums of all measures. */
export const SUMS = sql`sum(calls) as calls, sum(milliseconds) as milliseconds, sum(bytes) as bytes`;

/** Assignments that add an inserted row to the row in its place, for `on conflict … do update set`. */
export function toAddedSums(table: 'usage_days' | 'usage_metric_days' | 'usage_months') {
  const add = (column: string) =>
    sql`${sql.ref(column)} = ${sql.ref(`${table}.${column}`)} + ${sql.ref(`excluded.${column}`)}`;
  return sql.join(['calls', 'milliseconds', 'bytes'].map(add));
}

/** A row for each measure. */
export const MEASURES = sql`(
  values ('COUNTER', calls), ('TIMER', milliseconds), ('MEMORY', bytes)) as measured (type, quantity)`;

/** The number of the stretch whose prices usage has. */
export function toStretch(changes: readonly string[]) {
  return sql`width_bucket(used_on, ${changes}::date[])`;
}

/** The condition that rows of usage belong to a scope and are billed on some days. */
export function isWithinDays(scope: UsageScope, { start, end }: Days) {
  return sql`${isWithin(scope)} and day between ${start} and ${end}`;
}

/** The same of rows of `usage_metric_days`: a few a day, however many users a customer has. */
function isSumWithinDays(scope: UsageScope, days: Days) {
  return 'user' in scope
    ? isWithinDays(scope, days)
    : sql`${isWithinDays(scope, days)} and user_id = ${ALL_USERS}`;
}

/**
 * For each customer with late usage that is billed on the days, the first day of use of it. Whatever the scope's service: a bill
 * and its parts must agree on the targets that have lines of their own.
 */
export async function listFirstUses(
  db: Store,
  { serviceId: _, ...scope }: UsageScope,
  days: Days,
): Promise<Map<string, string>> {
  const { rows } = await sql<{ payerId: string; usedOn: string }>`
    select payer_id, min(used_on) as used_on from usage_metric_days
    where ${isSumWithinDays(scope, days)} and used_on < day
    group by 1`.execute(db);
  return new Map(rows.map(({ payerId, usedOn }) => [payerId, usedOn]));
}

/** The days whose prices usage billed on the days may have: they begin with the first late use. */
export async function findPricedDays(db: Store, scope: UsageScope, days: Days): Promise<Days> {
  const uses = await listFirstUses(db, scope, days);
  return { ...days, start: [days.start, ...uses.values()].toSorted()[0] ?? days.start };
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
