import { type Kysely, sql } from 'kysely';
import type { Database } from './schema.ts';

const TIMEOUT_MS = 2000;

/** Whether the database answers within the time that a health check has. */
export async function isReachable(db: Kysely<Database>): Promise<boolean> {
  return Promise.race([
    sql`select 1`.execute(db).then(
      () => true,
      () => false,
    ),
    new Promise<false>((resolve) => setTimeout(resolve, TIMEOUT_MS, false).unref()),
  ]);
}
