import { availableParallelism } from 'node:os';
import { Kysely } from 'kysely';
import pg from 'pg';
import type { StartedTracing } from '../tracing/open-telemetry.ts';
import { activeTracing } from '../tracing/tracing.ts';
import { NamingDialect, names } from './names.ts';
import { preparingClient } from './prepared-statements.ts';
import { WatchedPool } from './watched-pool.ts';

const LOCK_TIMEOUT_MS = 10_000;
const IDLE_CONNECTION_TIMEOUT_MS = 30_000;
export const DEFAULT_POOL_SIZE = 10;
/** There are few of them for slow calls, and each may be held for as long as a statement may take. */
const SLOW_CONNECT_TIMEOUT_MS = 30_000;
/** Timeout, also for a free connection of the pool. Beyond it, a retry later is better for the caller. */
const CONNECT_TIMEOUT_MS = 5_000;
/** A server that is gone without a word, as after a failover, is asked so soon, and given up ten seconds later. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

const { builtins } = pg.types;

/**
 * Parsers for database types whose default conversion would lose information:
 * - `bigint` (counts, cents, bytes) becomes a number; beyond 2^53 it throws instead of rounding
 * - `numeric` stays a decimal string, for exact arithmetic
 * - `date` stays `2026-10-31`; as a Date it would depend on the machine's time zone
 */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: 'text' | 'binary') => {
    if (format !== 'binary' && oid === builtins.INT8) return toSafeInteger;
    if (format !== 'binary' && oid === builtins.DATE) return String;
    return pg.types.getTypeParser(oid, format);
  }) as typeof pg.types.getTypeParser,
};

export interface PoolSettings extends pg.PoolConfig {
  /** A pooler is in between that gives each transaction another connection of the server: nothing is prepared there. */
  isShared?: boolean;
  /**
   * For slow calls: as many connections as this machine has processors, where the database often runs as well, and no more
   * than half of the others.
   */
  isForSlowCalls?: boolean;
}

/**
 * Opens a pool. Nothing is connected before the first query. `onError` is called for connections that died while idle.
 */
export function openPool<Tables>(
  { isShared = false, isForSlowCalls = false, ...settings }: PoolSettings,
  onError?: (error: Error) => void,
): Kysely<Tables> {
  const Client = isShared ? pg.Client : preparingClient();
  const tracing = activeTracing();
  const pool = new pg.Pool({
    max: DEFAULT_POOL_SIZE,
    lock_timeout: LOCK_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_CONNECTION_TIMEOUT_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...KEEP_ALIVE,
    ...settings,
    ...(isForSlowCalls && {
      max: slowPoolSize(settings.max ?? DEFAULT_POOL_SIZE),
      connectionTimeoutMillis: SLOW_CONNECT_TIMEOUT_MS,
    }),
    types,
    Client: tracing ? tracedClient(Client, tracing) : Client,
  });
  // A connection that dies is replaced by the pool; without listeners its error would end the process. The pool
  // listens only while a connection is idle.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', (error) => {
    // While it is closed, its last connections may still be there when the server ends: no one misses them.
    if (!pool.ending) onError?.(error);
  });
  const db = new Kysely<Tables>({
    dialect: new NamingDialect({ pool: new WatchedPool(pool) }),
    plugins: [names],
  });
  pools.set(db.getExecutor().adapter, pool);
  return db;
}

function slowPoolSize(poolSize: number): number {
  return Math.max(2, Math.min(Math.ceil(poolSize / 2), availableParallelism()));
}

/** Pools by the object that a database shares with its copies for other schemas. */
const pools = new WeakMap<object, pg.Pool>();

export interface PoolUse {
  total: number;
  idle: number;
  /** Requests that wait for a connection. */
  waiting: number;
}

/** Pool statistics of a database that was opened here. */
export function findPoolUse<Tables>(db: Kysely<Tables>): PoolUse | undefined {
  const pool = pools.get(db.getExecutor().adapter);
  return pool && { total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount };
}

function toSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a JavaScript number`);
  return value;
}

/**
 * Adds a span for each statement of a recorded trace to a pool's connections. Kysely's own log would also wrap
 * all other statements, for several percent of a short request's time.
 */
function tracedClient(Client: typeof pg.Client, tracing: StartedTracing): typeof pg.Client {
  return class extends Client {
    // The driver's own type has a dozen overloads; with text and values it returns a promise.
    override query(...given: unknown[]): never {
      const query = super.query as (...args: unknown[]) => never;
      const [text, values] = given;
      const isPlain = given.length <= 2 && typeof text === 'string' && typeof values !== 'function';
      if (!isPlain || !tracing.isRecording()) return query.apply(this, given);
      return tracing.inStatement(text, async () => query.apply(this, given)) as never;
    }
  };
}
