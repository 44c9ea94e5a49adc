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
/** For one of the pool to become free, too: whoever waits longer is better told to come again. */
const CONNECT_TIMEOUT_MS = 5_000;
/** A server that is gone without a word, as after a failover, is asked so soon, and given up ten seconds later. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

const { builtins } = pg.types;

/**
 * How values of the database look in JavaScript, where the driver's own choice would lose something:
 * - `bigint` (counts, cents, bytes) is a number; beyond 2^53 it is an error instead of a rounded value
 * - `numeric` stays a decimal string, for exact arithmetic
 * - `date` stays `2026-10-31`; as a Date it would move with the time zone of the machine
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

/** By what a database has in common with itself in another schema. */
const pools = new WeakMap<object, pg.Pool>();

export interface PoolUse {
  total: number;
  idle: number;
  /** Requests that wait for a connection. */
  waiting: number;
}

/** How the connections of a database that was opened here are used. */
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
 * The connections of a pool, with a span for each statement of what is recorded. Kysely's own log would wrap every
 * statement of everything else as well, for several percent of a short request's time.
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
