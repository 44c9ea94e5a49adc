import { type Kysely, sql } from 'kysely';

/** A health check has little time, and a database that does not respond may be gone. */
const TIMEOUT_MS = 2000;

export async function isReachable<T>(db: Kysely<T>): Promise<boolean> {
  return Promise.race([
    sql`select 1`.execute(db).then(
      () => true,
      () => false,
    ),
    new Promise<false>((resolve) => setTimeout(resolve, TIMEOUT_MS, false).unref()),
  ]);
}
