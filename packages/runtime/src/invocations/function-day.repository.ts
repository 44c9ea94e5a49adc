import { sql } from 'kysely';
import type { Scope } from '../configuration/scope.ts';
import { portionsOf } from '../database/portions.ts';
import type { Store } from '../database/schema.ts';
import { toAddedDurations, toDurationSums } from './duration-sum.repository.ts';
import type { InvocationsTables } from './invocations.tables.ts';

type FunctionDay = InvocationsTables['functionDay'];

const added = (column: keyof FunctionDay) =>
  sql<number>`${sql.ref(`functionDay.${column}`)} + ${sql.ref(`excluded.${column}`)}`;

/** Adds calls to the counts of their days. */
export async function updateFunctionDays(db: Store, days: readonly FunctionDay[]): Promise<void> {
  const keyOf = (day: FunctionDay) => `${day.domainId} ${day.serviceId} ${day.day} ${day.function}`;
  // Sorted, so that two processes lock the same rows in the same order.
  const sorted = days.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  for (const some of portionsOf(sorted)) {
    await db
      .insertInto('functionDay')
      .values(some)
      .onConflict((conflict) =>
        conflict.columns(['domainId', 'serviceId', 'day', 'function']).doUpdateSet({
          calls: added('calls'),
          errors: added('errors'),
          durationMs: added('durationMs'),
          durations: toAddedDurations('functionDay'),
        }),
      )
      .execute();
  }
}

/** The counts of each function from a day on, by name. */
export async function listFunctionCounts(db: Store, scope: Scope, since: string, name?: string) {
  return db
    .selectFrom('functionDay')
    .select(({ fn }) => [
      'function',
      sql<number>`sum(calls)::bigint`.as('calls'),
      sql<number>`sum(errors)::bigint`.as('errors'),
      fn.sum<number>('durationMs').as('durationMs'),
      toDurationSums().as('durations'),
    ])
    .where('domainId', '=', scope.domainId)
    .where('serviceId', '=', scope.serviceId)
    .where('day', '>=', since)
    .$if(name !== undefined, (query) => query.where('function', '=', name ?? ''))
    .groupBy('function')
    .orderBy('function')
    .execute();
}

export async function deleteFunctionDaysBefore(db: Store, day: string): Promise<void> {
  await db.deleteFrom('functionDay').where('day', '<', day).execute();
}
