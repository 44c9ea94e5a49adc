import { openPool, type PoolSettings } from '@atrium/host/database/connection';
import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

/** Seconds are long for a page and short for an operator; jobs that need more say so (setStatementTimeout). */
const STATEMENT_TIMEOUT_MS = 30_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 60_000;

export function openDatabase(connection: PoolSettings, onError?: (error: Error) => void): Kysely<Database> {
  const settings = {
    application_name: 'atrium',
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
  };
  return openPool<Database>({ ...settings, ...connection }, onError);
}
