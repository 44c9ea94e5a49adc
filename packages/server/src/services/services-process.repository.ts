import { sql } from 'kysely';
import type { Store } from '../database/schema.ts';

/** A process that was not seen for so long does not live; it says that it does several times meanwhile. */
const LIVES_SECONDS = 10;
/** Rows of processes that ended without a word. */
const KEPT_DAYS = 1;

const lives = sql<boolean>`seen_on > now() - ${LIVES_SECONDS} * interval '1 second'`;

/**
 * The addresses of the processes that live. When none does, those of all: after a database was away, they live although
 * none of them could say so.
 */
export const listedAddresses = sql<string[]>`array(
  select distinct address from services_processes
   where ${lives} or not exists (select from services_processes where ${lives})
   order by address)`;

/** Whether there is an address to call; true also while no shipped service is known, as before the first start of one. */
export async function hasServicesProcess(db: Store): Promise<boolean> {
  const { rows } = await sql<{ hasAny: boolean }>`
    select cardinality(${listedAddresses}) > 0
        or not exists (select from services where is_shipped) as has_any`.execute(db);
  return rows[0]?.hasAny === true;
}

/** A process says that it lives. */
export async function upsertServicesProcess(
  db: Store,
  { id, address }: { id: string; address: string },
): Promise<void> {
  await db
    .insertInto('servicesProcesses')
    .values({ id, address, seenOn: sql`now()` })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ address, seenOn: sql`now()` }))
    .execute();
}

/** Those that have said so since yesterday, and whether they still live. */
export function listServicesProcesses(db: Store) {
  return db
    .selectFrom('servicesProcesses')
    .select(['id', 'address', 'seenOn', lives.as('isAlive')])
    .orderBy('address')
    .orderBy('id')
    .execute();
}

/** With those that ended without a word long ago. */
export async function deleteServicesProcess(db: Store, id: string): Promise<void> {
  await db
    .deleteFrom('servicesProcesses')
    .where((row) =>
      row.or([row('id', '=', id), sql<boolean>`seen_on < now() - ${KEPT_DAYS} * interval '1 day'`]),
    )
    .execute();
}
