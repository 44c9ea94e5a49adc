import { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { DatabaseAwayError } from './errors.ts';

/** A connection in use for so long makes the pool ask whether the server is still there. */
const ASKS_AFTER_MS = 2_000;
/** The server has twice this long to answer: a process that was busy itself must not take that for its fault. */
const HALF_PATIENCE_MS = 2_500;
const ASKS_AGAIN_MS = 1_000;
/** While connections stay in use it asks on: another server may take the place of the one they lead to at any time. */
const ASKS_EVERY_MS = 5_000;

/** The driver's types leave out that it says which process of the server a connection leads to. */
type Client = pg.PoolClient & Pick<pg.Client, 'end'> & { processID: number | null };

/**
 * A pool that detects a server which doesn't respond at all, because it is frozen or its host is gone. Queries
 * would hang for minutes, and new connections until the time-out. Instead the pool discards its connections and
 * fails immediately until the server responds again. If another server has taken over, connections that it
 * doesn't know are discarded.
 */
export class WatchedPool implements PostgresPool {
  readonly #pool: pg.Pool;
  /** The oldest first. */
  readonly #usedSince = new Map<Client, number>();
  #timer: NodeJS.Timeout | undefined;
  #isAway = false;
  #isAsking = false;
  #isEnded = false;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
    pool.on('acquire', (client) => {
      this.#usedSince.set(client as Client, performance.now());
      if (this.#timer === undefined) this.#timer = this.#askIn(ASKS_AFTER_MS);
    });
    const forget = (client: pg.PoolClient) => this.#usedSince.delete(client as Client);
    pool.on('release', (_error, client) => forget(client));
    pool.on('remove', forget);
  }

  get options() {
    return this.#pool.options;
  }

  async connect(): Promise<PostgresPoolClient> {
    if (this.#isAway) throw new DatabaseAwayError('The database server does not answer.');
    try {
      return await this.#pool.connect();
    } catch (error) {
      void this.#ask();
      throw new DatabaseAwayError('There is no connection to the database.', { cause: error });
    }
  }

  async end(): Promise<void> {
    this.#isEnded = true;
    await this.#pool.end();
  }

  #askIn(ms: number): NodeJS.Timeout {
    return setTimeout(() => void this.#askIfLong(), ms).unref();
  }

  async #askIfLong(): Promise<void> {
    const [oldest] = this.#usedSince.values();
    const leftMs = ASKS_AFTER_MS - (performance.now() - (oldest ?? 0));
    if (oldest !== undefined && leftMs <= 0) await this.#ask();
    this.#timer = this.#usedSince.size === 0 ? undefined : this.#askIn(leftMs > 0 ? leftMs : ASKS_EVERY_MS);
  }

  async #ask(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    await this.#askUntilThere();
    this.#isAsking = false;
  }

  async #askUntilThere(): Promise<void> {
    while (!this.#isEnded) {
      const used = [...this.#usedSince.keys()];
      const lost = await findLost(this.#pool.options, used);
      // The pool replaces them as soon as there is a server again.
      for (const client of lost ?? used) if (this.#usedSince.has(client)) void client.end().catch(() => {});
      this.#isAway = lost === undefined;
      if (!this.#isAway) return;
      await wait(ASKS_AGAIN_MS, undefined, { ref: false });
    }
  }
}

/**
 * Returns connections that the server doesn't know; undefined if the server doesn't respond to a new connection
 * at all, not even with a refusal.
 */
async function findLost(options: pg.PoolOptions, clients: Client[]): Promise<Client[] | undefined> {
  // The pool hides the password when its options are copied.
  const { password } = options;
  const socket = new Socket();
  const client = new pg.Client({ ...options, password, connectionTimeoutMillis: 0, stream: () => socket });
  client.on('error', () => {});
  const inTime = async () => {
    for (const _ of ['once', 'and again']) await wait(HALF_PATIENCE_MS, undefined, { ref: false });
    return undefined;
  };
  const lost = await Promise.race([askForLost(client, clients).catch(() => []), inTime()]);
  // A frozen server closes nothing, and would have one more of these to answer for each time that it was asked.
  if (lost === undefined) socket.destroy();
  void client.end().catch(() => {});
  return lost;
}

async function askForLost(client: pg.Client, clients: Client[]): Promise<Client[]> {
  await client.connect();
  const { rows } = await client.query<{ pid: number; isOwn: boolean }>(
    `select pid, pid = pg_backend_pid() as "isOwn" from pg_stat_activity where pid = any($1) or pid = pg_backend_pid()`,
    [clients.map(({ processID }) => processID)],
  );
  // A pooler in between says numbers of its own: nothing is known then.
  const own = rows.find(({ isOwn }) => isOwn)?.pid;
  if (own !== (client as unknown as Client).processID) return [];
  const there = new Set(rows.map(({ pid }) => pid));
  return clients.filter(({ processID }) => processID !== null && !there.has(processID));
}
