import type { RefusalReason } from '@atrium/contract/service-api/functions/refused-requests';
import { sql } from 'kysely';
import type { Scope } from '../configuration/scope.ts';
import { portionsOf } from '../database/portions.ts';
import type { Store } from '../database/schema.ts';

export interface RefusedRequestRow extends Scope {
  function: string;
  /** `2026-11-22`, in UTC. */
  day: string;
  reason: RefusalReason;
  count: number;
  firstOn: Date;
  lastOn: Date;
}

/** Adds to the counts of their days. */
export async function updateRefusedRequests(db: Store, rows: readonly RefusedRequestRow[]): Promise<void> {
  const keyOf = (row: RefusedRequestRow) =>
    `${row.domainId} ${row.serviceId} ${row.function} ${row.day} ${row.reason}`;
  // Sorted, so that two processes lock the same rows in the same order.
  const sorted = rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  for (const some of portionsOf(sorted)) {
    await db
      .insertInto('refusedRequest')
      .values(some)
      .onConflict((conflict) =>
        conflict.columns(['domainId', 'serviceId', 'function', 'day', 'reason']).doUpdateSet({
          count: sql<number>`${sql.ref('refusedRequest.count')} + ${sql.ref('excluded.count')}`,
          firstOn: sql<Date>`least(${sql.ref('refusedRequest.firstOn')}, ${sql.ref('excluded.firstOn')})`,
          lastOn: sql<Date>`greatest(${sql.ref('refusedRequest.lastOn')}, ${sql.ref('excluded.lastOn')})`,
        }),
      )
      .execute();
  }
}

/** Counts by reason from a day on, the last refused first. */
export async function listRefusedRequests(
  db: Store,
  { domainId, serviceId }: Scope,
  name: string,
  since: string,
) {
  return db
    .selectFrom('refusedRequest')
    .select(({ fn }) => [
      'reason',
      sql<number>`sum(count)::bigint`.as('count'),
      fn.min('firstOn').as('firstOn'),
      fn.max('lastOn').as('lastOn'),
    ])
    .where('domainId', '=', domainId)
    .where('serviceId', '=', serviceId)
    .where('function', '=', name)
    .where('day', '>=', since)
    .groupBy('reason')
    .orderBy('lastOn', 'desc')
    .orderBy('reason')
    .execute();
}

export async function deleteRefusedRequestsBefore(db: Store, day: string): Promise<void> {
  await db.deleteFrom('refusedRequest').where('day', '<', day).execute();
}
