import { sql } from 'kysely';
import type { Store } from '../../database/schema.ts';

/*
 * A run that starts waits for the batch of a domain's pruning that is being deleted: it finds what earlier runs reached
 * and names it in its results, so that nothing of it may go in between.
 */

const keyOf = (domainId: string) => sql`hashtextextended(${`reaches ${domainId}`}, 0)`;

/** In the transaction that starts a run. */
export async function lockReaches(transaction: Store, domainId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${keyOf(domainId)})`.execute(transaction);
}

/** In the transaction that deletes; false, at once, while a run is being started. */
export async function lockReachesIfFree(transaction: Store, domainId: string): Promise<boolean> {
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(${keyOf(domainId)}) as is_locked`.execute(transaction);
  return rows[0]?.isLocked ?? false;
}
