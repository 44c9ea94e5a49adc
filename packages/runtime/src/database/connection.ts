import { openPool, type PoolSettings } from '@atrium/host/database/connection';
import type { Kysely } from 'kysely';
import type { RuntimeDatabase } from './schema.ts';

/** All tables of the runtime are in this schema, in the same database as those of the platform. */
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

/** A domain has at most four tests under way; those of two find room at once, and the others wait for their turn. */
export const TEST_POOL_SIZE = 8;
/** Longer than any test may take. One that has waited for long and runs out of time is run again (`isPlatformFault`). */
const TEST_CONNECT_TIMEOUT_MS = 15_000;

/**
 * The connections of tests that read content: each is held for as long as its test takes, so they are none of those that
 * calls need.
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
