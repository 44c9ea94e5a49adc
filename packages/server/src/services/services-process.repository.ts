import { sql } from 'kysely';
import type { Store } from '../database/schema.ts';

/** A process that was not seen for so long does not live; it says that it does several times meanwhile. */
const LIVES_SECONDS = 10;
/** Rows of processes that ended without a word. */
const KEPT_DAYS = 1;

const lives = sql<boolean>`seen_on > now() - ${LIVES_SECONDS} * interval '1 second'`;

const isKept = sql<boolean>`seen_on > now() - ${KEPT_DAYS} * interval '1 day'`;

/**
 * The addresses of the processes that live. When none does, those of all that lived when the last of them said so: after a
 * database was away, they live although none of them could say so. What ended before that is not called again.
 */
export const listedAddresses = sql<string[]>`array(
  select distinct address from services_processes
   where ${lives}
      or ${isKept}
     and not exists (select from services_processes where ${lives})
     and seen_on > (select max(seen_on) from services_processes) - ${LIVES_SECONDS} * interval '1 second'
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

/** Those that have said so within a day, and whether they still live. */
export function listServicesProcesses(db: Store) {
  return db
    .selectFrom('servicesProcesses')
    .select(['id', 'address', 'seenOn', lives.as('isAlive')])
    .where(isKept)
    .orderBy('address')
    .orderBy('id')
    .execute();
}

/** One that ends, with those that ended without a word before: their addresses would else be the last that are known. */
export async function deleteServicesProcess(db: Store, id: string): Promise<void> {
  const before = sql`(select seen_on from services_processes where id = ${id}) - ${LIVES_SECONDS} * interval '1 second'`;
  await db
    .deleteFrom('servicesProcesses')
    .where((where) => where.or([where('id', '=', id), sql<boolean>`seen_on < ${before}`]))
    .execute();
}

/** Those that ended without a word long ago. */
export async function deleteEndedServicesProcesses(db: Store): Promise<void> {
  await db.deleteFrom('servicesProcesses').where(sql<boolean>`not ${isKept}`).execute();
}
