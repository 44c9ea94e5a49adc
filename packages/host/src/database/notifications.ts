import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';

const FIRST_RETRY_MS = 250;
const LAST_RETRY_MS = 5_000;
/** A connection that died without a word is found after this long. */
const HEARTBEAT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 10_000;

/** Sends when the transaction commits. A payload has at most 8,000 bytes. */
export async function notify<T>(db: Kysely<T>, channel: string, payload: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(db);
}

interface Listener {
  channel: string;
  onMessage: (payload: string) => void;
  onConnected: () => Promise<void> | void;
}

/** Messages between all processes on one database (LISTEN/NOTIFY), over its own connection. */
export class Notifications {
  readonly #connection: pg.ClientConfig;
  readonly #log: Logger;
  readonly #listeners: Listener[] = [];
  #client: pg.Client | undefined;
  #isConnected = false;
  #isStopped = true;
  #retryMs = FIRST_RETRY_MS;
  #timer: NodeJS.Timeout | undefined;
  #connecting: Promise<void> = Promise.resolve();

  constructor(connection: pg.ClientConfig, log: Logger) {
    this.#connection = connection;
    this.#log = log;
  }

  /** False while messages may be missed. */
  get isConnected(): boolean {
    return this.#isConnected;
  }

  /** `onConnected` runs each time listening begins: what was sent before has to be read from the tables. */
  listen(
    channel: string,
    onMessage: (payload: string) => void,
    onConnected: () => Promise<void> | void = () => {},
  ): void {
    if (!this.#isStopped) throw new Error('listen before the notifications start');
    this.#listeners.push({ channel, onMessage, onConnected });
  }

  /** Resolves after the first attempt to connect; the others are made meanwhile. */
  start(): Promise<void> {
    if (this.#isStopped) {
      this.#isStopped = false;
      this.#connecting = this.#connect();
    }
    return this.#connecting;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#connecting;
    const last = this.#client;
    this.#client = undefined;
    this.#isConnected = false;
    await last?.end().catch(() => {});
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      application_name: 'atrium listener',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      ...this.#connection,
    });
    this.#client = client;
    client.on('error', () => this.#lose(client));
    client.on('end', () => this.#lose(client));
    client.on('notification', ({ channel, payload = '' }) => {
      for (const listener of this.#listeners) if (listener.channel === channel) this.#tell(listener, payload);
    });
    try {
      await client.connect();
      const channels = this.#listeners.map(({ channel }) => pg.escapeIdentifier(channel));
      await client.query(channels.map((channel) => `listen ${channel};`).join(' '));
      for (const { onConnected } of this.#listeners) await onConnected();
      // Lost again while the listeners read what they had missed.
      if (this.#isStopped || this.#client !== client) return;
      this.#isConnected = true;
      this.#retryMs = FIRST_RETRY_MS;
      this.#timer = setInterval(() => void this.#beat(client), HEARTBEAT_MS).unref();
    } catch (error) {
      this.#log.warn({ err: error }, 'cannot listen to the database');
      this.#lose(client);
    }
  }

  /** What one listener cannot read must not end the process. */
  #tell({ channel, onMessage }: Listener, payload: string): void {
    try {
      onMessage(payload);
    } catch (error) {
      this.#log.error({ err: error, channel }, 'cannot read a message of the database');
    }
  }

  async #beat(client: pg.Client): Promise<void> {
    try {
      await client.query('select 1');
    } catch {
      this.#lose(client);
    }
  }

  #lose(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    this.#isConnected = false;
    clearInterval(this.#timer);
    void client.end().catch(() => {});
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#connecting = this.#connect();
    }, this.#retryMs).unref();
    this.#retryMs = Math.min(this.#retryMs * 2, LAST_RETRY_MS);
  }
}
