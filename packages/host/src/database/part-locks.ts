import { type Kysely, sql } from 'kysely';
import { isLockTimeout } from './errors.ts';

/**
 * Held until the transaction ends, while parts of a table are created or dropped: two processes would get in each other's
 * way. Everyone waits behind whoever waits for a lock, as for a backup: so the transaction gives that up soon.
 */
export async function lockParts<Schema>(transaction: Kysely<Schema>, lock: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lock})`.execute(transaction);
  await sql`set local lock_timeout = '1s'`.execute(transaction);
}

/** Leaves what gave up waiting for a lock for another time. */
export async function unlessHeldUp(change: Promise<void>): Promise<void> {
  await change.catch((error: unknown) => {
    if (!isLockTimeout(error)) throw error;
  });
}
