import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { RuntimeDatabase } from './schema.ts';

/** All tables of the runtime stand in this schema, beside those of the platform in the same database. */
export const SCHEMA = 'runtime';

const STATEMENT_TIMEOUT_MS = 15_000;
const LOCK_TIMEOUT_MS = 10_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000;
const POOL_SIZE = 10;

/** Opens the pool. Nothing is connected before the first query. */
export function openDatabase(
  connection: pg.PoolConfig,
  onError: (error: Error) => void = () => undefined,
): Kysely<RuntimeDatabase> {
  const pool = new pg.Pool({
    max: POOL_SIZE,
    application_name: 'atrium services',
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    connectionTimeoutMillis: 5_000,
    ...connection,
  });
  // A connection that dies is replaced by the pool; without listeners its error would end the process. The pool
  // listens only while a connection is idle.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', (error) => {
    // While it is closed, its last connections may still be there when the server ends: nobody misses them.
    if (!pool.ending) onError(error);
  });
  return new Kysely<RuntimeDatabase>({ dialect: new PostgresDialect({ pool }) }).withSchema(SCHEMA);
}
