import type { PoolSettings } from '@atrium/host/database/connection';
import type { Client } from 'pg';

/** Others on the same pooler may take the connection in between. */
const TRIES = 5;

/**
 * Whether two open connections share a session on the server: a pooler then shares server connections between
 * transactions, and session settings and LISTEN are lost afterwards.
 */
export async function isSharedBetweenTransactions(first: Client, second: Client): Promise<boolean> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    if ((await findBackend(first)) === (await findBackend(second))) return true;
  }
  return false;
}

async function findBackend(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

/**
 * A connection through a pooler asks for no time-outs: poolers refuse connections that do, or forget them. They stand
 * at the role or the database instead, as docs/operating.md says. It prepares no statements either: the next transaction
 * may find another connection, without them.
 */
export function throughPooler(connectionString: string): PoolSettings {
  return {
    connectionString,
    isShared: true,
    statement_timeout: 0,
    lock_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  };
}
