import { sql } from 'kysely';
import type { Scope } from '../configuration/scope.ts';
import { portionsOf } from '../database/portions.ts';
import type { Store } from '../database/schema.ts';
import { toAddedDurations, toDurationSums } from './duration-sum.repository.ts';
import type { InvocationsTables } from './invocations.tables.ts';

export type ServiceHour = Omit<InvocationsTables['serviceHour'], 'hour'> & { hour: Date };

const added = (column: 'calls' | 'errors') =>
  sql<number>`${sql.ref(`serviceHour.${column}`)} + ${sql.ref(`excluded.${column}`)}`;

/** Adds calls to the counts of their hours. */
export async function updateServiceHours(db: Store, hours: readonly ServiceHour[]): Promise<void> {
  const keyOf = ({ domainId, serviceId, hour }: ServiceHour) =>
    `${domainId} ${serviceId} ${hour.toISOString()}`;
  // Sorted, so that two processes lock the same rows in the same order.
  const sorted = hours.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  for (const some of portionsOf(sorted)) {
    await db
      .insertInto('serviceHour')
      .values(some)
      .onConflict((conflict) =>
        conflict.columns(['domainId', 'serviceId', 'hour']).doUpdateSet({
          calls: added('calls'),
          errors: added('errors'),
          durations: toAddedDurations('serviceHour'),
        }),
      )
      .execute();
  }
}

/** The counts of all calls of a service since an hour began. */
export async function findServiceCounts(db: Store, scope: Scope, since: Date) {
  const { calls, errors, durations } = await db
    .selectFrom('serviceHour')
    .select([
      sql<number>`coalesce(sum(calls), 0)::bigint`.as('calls'),
      sql<number>`coalesce(sum(errors), 0)::bigint`.as('errors'),
      toDurationSums().as('durations'),
    ])
    .where('domainId', '=', scope.domainId)
    .where('serviceId', '=', scope.serviceId)
    .where('hour', '>=', since)
    .executeTakeFirstOrThrow();
  return { calls, errors, durations: durations.map(Number) };
}

export async function deleteServiceHoursBefore(db: Store, hour: Date): Promise<void> {
  await db.deleteFrom('serviceHour').where('hour', '<', hour).execute();
}
