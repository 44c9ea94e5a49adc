import { type Kysely, sql } from 'kysely';
import type { Scope } from '../configuration/scope.ts';
import { portionsOf } from '../database/portions.ts';
import type { RuntimeDatabase, Store } from '../database/schema.ts';
import { LISTED } from './invocation-search.repository.ts';
import type { InvocationRow } from './waiting-calls.ts';

/** Rows of one statement: they are wide. */
const MAX_ROWS = 500;

/** Ignores calls that already exist because the response to their first insertion was lost. */
export async function insertInvocations(db: Store, rows: readonly InvocationRow[]): Promise<void> {
  for (const some of portionsOf(rows, MAX_ROWS)) {
    await db
      .insertInto('invocation')
      .values(some)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

const DETAILS = ['input', 'result', 'console', 'failure'] as const;

export async function findInvocation(db: Store, scope: Scope, id: string) {
  return db
    .selectFrom('invocation')
    .select([...LISTED, ...DETAILS])
    .where('domainId', '=', scope.domainId)
    .where('serviceId', '=', scope.serviceId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Details of calls beyond their list rows; calls deleted meanwhile are omitted. */
export async function listDetails(db: Store, scope: Scope, ids: readonly string[]) {
  return db
    .selectFrom('invocation')
    .select(['id', ...DETAILS])
    .where('domainId', '=', scope.domainId)
    .where('serviceId', '=', scope.serviceId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .execute();
}

export interface DomainLog {
  domainId: string;
  bytes: number;
  limitBytes: number;
}

/** Adds to how much of the log domains use; returns what that makes. */
export async function updateLogs(db: Store, added: readonly DomainLog[]): Promise<DomainLog[]> {
  if (added.length === 0) return [];
  // Sorted, so that two processes lock the same rows in the same order.
  return db
    .insertInto('invocationLog')
    .values(added.toSorted((a, b) => (a.domainId < b.domainId ? -1 : 1)))
    .onConflict((conflict) =>
      conflict.column('domainId').doUpdateSet({
        bytes: sql<number>`${sql.ref('invocationLog.bytes')} + ${sql.ref('excluded.bytes')}`,
        limitBytes: sql<number>`${sql.ref('excluded.limitBytes')}`,
      }),
    )
    .returningAll()
    .execute();
}

/** Deletes the oldest entries of a domain, so that the others use no more than `bytes`. */
export async function deleteOldest(
  db: Kysely<RuntimeDatabase>,
  domainId: string,
  bytes: number,
): Promise<void> {
  const totals = db
    .selectFrom('invocation')
    .select(['id', sql<number>`sum(bytes) over (order by id desc)`.as('total')])
    .where('domainId', '=', domainId)
    .as('totals');
  const newest = await db
    .selectFrom(totals)
    .select('id')
    .where('total', '>', bytes)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!newest) return;
  await db.transaction().execute(async (transaction) => {
    const gone = await transaction
      .with('gone', (query) =>
        query
          .deleteFrom('invocation')
          .where('domainId', '=', domainId)
          .where('id', '<=', newest.id)
          .returning('bytes'),
      )
      .selectFrom('gone')
      .select(sql<number>`coalesce(sum(bytes), 0)::bigint`.as('bytes'))
      .executeTakeFirstOrThrow();
    // Last of all, and by the difference: calls are logged meanwhile.
    await transaction
      .updateTable('invocationLog')
      .set({ bytes: sql<number>`greatest(bytes - ${gone.bytes}::bigint, 0)` })
      .where('domainId', '=', domainId)
      .execute();
  });
}

export async function findLogBytes(db: Store, domainId: string): Promise<number> {
  const row = await db
    .selectFrom('invocationLog')
    .select('bytes')
    .where('domainId', '=', domainId)
    .executeTakeFirst();
  return row?.bytes ?? 0;
}

/** The whole log of a domain, with its counts. */
export async function deleteInvocations(transaction: Store, domainId: string): Promise<void> {
  for (const table of [
    'invocation',
    'functionDay',
    'serviceHour',
    'refusedRequest',
    'invocationLog',
  ] as const) {
    await transaction.deleteFrom(table).where('domainId', '=', domainId).execute();
  }
}
