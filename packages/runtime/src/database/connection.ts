import { openPool } from '@atrium/host/database/connection';
import type { Kysely } from 'kysely';
import type { PoolConfig } from 'pg';
import type { RuntimeDatabase } from './schema.ts';

/** All tables of the runtime are in this schema, in the same database as those of the platform. */
export const SCHEMA = 'runtime';

const STATEMENT_TIMEOUT_MS = 15_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000;
const CONNECT_TIMEOUT_MS = 5_000;

export function openDatabase(
  connection: PoolConfig,
  onError?: (error: Error) => void,
): Kysely<RuntimeDatabase> {
  const settings = {
    application_name: 'atrium services',
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  };
  return openPool<RuntimeDatabase>({ ...settings, ...connection }, onError).withSchema(SCHEMA);
}
