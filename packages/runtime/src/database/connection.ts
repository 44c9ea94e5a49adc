import { openPool, type PoolSettings } from '@atrium/host/database/connection';
import type { Kysely } from 'kysely';
import type { RuntimeDatabase } from './schema.ts';

/** Schema of all runtime tables, in the platform's database. */
export const SCHEMA = 'runtime';

const STATEMENT_TIMEOUT_MS = 15_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000;

export function openDatabase(
  connection: PoolSettings,
  onError?: (error: Error) => void,
): Kysely<RuntimeDatabase> {
  const settings = {
    application_name: 'atrium services',
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
  };
  return openPool<RuntimeDatabase>({ ...settings, ...connection }, onError).withSchema(SCHEMA);
}

/** Each domain runs at most four tests at a time. Two domains fit at once; others queue. */
export const TEST_POOL_SIZE = 8;
/** Longer than any test may take. A test that times out after a long wait is run again (`isPlatformFault`). */
const TEST_CONNECT_TIMEOUT_MS = 15_000;

/**
 * Connections of tests that read content. Each is held for the duration of its test, so they are separate from
 * those of calls.
 */
export function openTestDatabase(
  connection: PoolSettings,
  onError?: (error: Error) => void,
): Kysely<RuntimeDatabase> {
  const settings = {
    application_name: 'atrium tests',
    max: TEST_POOL_SIZE,
    connectionTimeoutMillis: TEST_CONNECT_TIMEOUT_MS,
  };
  return openDatabase({ ...connection, ...settings }, onError);
}
