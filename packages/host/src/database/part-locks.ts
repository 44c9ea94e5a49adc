import { type Kysely, sql } from 'kysely';
import { isLockTimeout } from './errors.ts';

/**
 * Locks the partitions of a table until the transaction ends, because two processes that create or drop them
 * would conflict. Everyone else queues behind a transaction that waits for a lock, such as a backup's, so it
 * gives up soon.
 */
export async function lockParts<Schema>(transaction: Kysely<Schema>, lock: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lock})`.execute(transaction);
  await sql`set local lock_timeout = '1s'`.execute(transaction);
}

/** Like `lockParts`, but doesn't wait. Returns the id of the server process that holds the lock, if there is one. */
export async function tryLockParts<Schema>(
  transaction: Kysely<Schema>,
  lock: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ isLocked: boolean; pid: number }>`
    select pg_try_advisory_xact_lock(${lock}) as is_locked, pg_backend_pid() as pid`.execute(transaction);
  await sql`set local lock_timeout = '1s'`.execute(transaction);
  return rows[0]?.isLocked ? rows[0].pid : undefined;
}

/** Cancels the statement of a server process if it still holds the lock. */
export async function cancelHolder<Schema>(db: Kysely<Schema>, lock: number, pid: number): Promise<void> {
  await sql`
    select pg_cancel_backend(pid) from pg_locks
     where locktype = 'advisory' and granted and pid = ${pid} and objid = ${lock}
       and database = (select oid from pg_database where datname = current_database())`.execute(db);
}

/** Leaves what gave up waiting for a lock for another time. */
export async function unlessHeldUp(change: Promise<void>): Promise<void> {
  await change.catch((error: unknown) => {
    if (!isLockTimeout(error)) throw error;
  });
}
