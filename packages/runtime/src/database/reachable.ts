import { sql } from 'kysely';
import type { Store } from './schema.ts';

/** A health check has little time, and a database that says nothing may be gone. */
const TIMEOUT_MS = 2000;

export async function isReachable(db: Store): Promise<boolean> {
  return Promise.race([
    sql`select 1`.execute(db).then(
      () => true,
      () => false,
    ),
    new Promise<false>((resolve) => setTimeout(resolve, TIMEOUT_MS, false).unref()),
  ]);
}
