import { setTimeout as wait } from 'node:timers/promises';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { DatabaseAwayError } from './errors.ts';

/** A connection in use for so long makes the pool ask whether the server is still there. */
const ASKS_AFTER_MS = 2_000;
/** The server has twice this long to answer: a process that was busy itself must not take that for its fault. */
const HALF_PATIENCE_MS = 2_500;
const ASKS_AGAIN_MS = 1_000;

/**
 * A pool that notices a server which says nothing at all: frozen, or gone without a word. Whoever has a connection would
 * wait for minutes, and whoever wants one until the time-out. Instead the connections are given up, and until the server
 * answers again every caller is told at once.
 */
export class WatchedPool implements PostgresPool {
  readonly #pool: pg.Pool;
  readonly #used = new Map<pg.PoolClient, NodeJS.Timeout>();
  #isAway = false;
  #isAsking = false;
  #isEnded = false;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
    pool.on('acquire', (client) => {
      this.#used.set(client, setTimeout(() => this.#ask(), ASKS_AFTER_MS).unref());
    });
    const forget = (client: pg.PoolClient) => {
      clearTimeout(this.#used.get(client));
      this.#used.delete(client);
    };
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
      this.#ask();
      throw new DatabaseAwayError('There is no connection to the database.', { cause: error });
    }
  }

  async end(): Promise<void> {
    this.#isEnded = true;
    await this.#pool.end();
  }

  #ask(): void {
    if (this.#isAsking) return;
    this.#isAsking = true;
    void this.#askUntilThere().finally(() => {
      this.#isAsking = false;
    });
  }

  async #askUntilThere(): Promise<void> {
    while (!this.#isEnded && !(await isAnswering(this.#pool.options))) {
      this.#isAway = true;
      // The pool replaces them as soon as there is a server again.
      for (const client of this.#used.keys()) void (client as unknown as pg.Client).end().catch(() => {});
      await wait(ASKS_AGAIN_MS, undefined, { ref: false });
    }
    this.#isAway = false;
  }
}

/** Whether a new connection to the server is answered at all, be it with a refusal. */
async function isAnswering(options: pg.PoolOptions): Promise<boolean> {
  const client = new pg.Client({ ...options, connectionTimeoutMillis: 0 });
  client.on('error', () => {});
  const answer = client.connect().then(
    () => true,
    () => true,
  );
  const inTime = async () => {
    for (const _ of ['once', 'and again']) await wait(HALF_PATIENCE_MS, undefined, { ref: false });
    return false;
  };
  const isThere = await Promise.race([answer, inTime()]);
  void client.end().catch(() => {});
  return isThere;
}
