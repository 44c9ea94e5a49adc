import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import { KEEP_ALIVE } from './connection.ts';

const FIRST_RETRY_MS = 250;
const LAST_RETRY_MS = 5_000;
/** A connection that died without a word, or hears nothing any more, is found after this long. */
const HEARTBEAT_MS = 10_000;
/** Timeout of a heartbeat message and of a query on the connection. */
const PATIENCE_MS = 5_000;
/** Polling interval while messages don't arrive. */
const ASKS_EVERY_MS = 5_000;

const DEAF =
  'Messages of the database do not arrive, as behind a pooler that shares connections between transactions; the database is queried every 5 s instead.';
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

interface Parts<Tables> {
  /** Must lead to the database itself: behind a pooler that shares connections between transactions nothing is heard. */
  connection: pg.ClientConfig;
  /** Connections that other processes send over; only a message sent over them proves delivery. */
  db: Kysely<Tables>;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

/**
 * Messages between all processes on one database (LISTEN/NOTIFY), over a dedicated connection. LISTEN alone
 * proves nothing: at the start and with each heartbeat, a message to itself has to arrive. Until it does,
 * listeners are called repeatedly to read missed changes.
 */
export class Notifications<Tables = unknown> {
  readonly #parts: Parts<Tables>;
  readonly #listeners: Listener[] = [];
  readonly #proofChannel = `atrium_proof_${randomUUID()}`;
  #awaited: { token: string; arrived: () => void } | undefined;
  #client: pg.Client | undefined;
  #state: 'lost' | 'deaf' | 'connected' = 'lost';
  #isStopped = true;
  #retryMs = FIRST_RETRY_MS;
  #timers: NodeJS.Timeout[] = [];
  #connecting: Promise<void> = Promise.resolve();

  constructor(parts: Parts<Tables>) {
    this.#parts = parts;
  }

  /** False while messages may be missed. */
  get isConnected(): boolean {
    return this.#state === 'connected';
  }

  /** Current fault, for operators. */
  get problem(): string | undefined {
    return this.#state === 'deaf' ? DEAF : undefined;
  }

  /**
   * `onConnected` runs each time listening begins, and every few seconds while messages don't arrive: missed
   * changes must be read from the tables.
   */
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
    this.#clearTimers();
    this.#awaited?.arrived();
    await this.#connecting;
    const last = this.#client;
    this.#client = undefined;
    this.#state = 'lost';
    await last?.end().catch(() => {});
  }

  async #connect(): Promise<void> {
    const { connection, log } = this.#parts;
    const client = new pg.Client({
      application_name: 'atrium listener',
      ...KEEP_ALIVE,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      ...connection,
    });
    this.#client = client;
    client.on('error', () => this.#lose(client));
    client.on('end', () => this.#lose(client));
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === this.#proofChannel && payload === this.#awaited?.token) this.#awaited.arrived();
      for (const listener of this.#listeners) if (listener.channel === channel) this.#tell(listener, payload);
    });
    try {
      await client.connect();
      const channels = [this.#proofChannel, ...this.#listeners.map(({ channel }) => channel)];
      await client.query(channels.map((channel) => `listen ${pg.escapeIdentifier(channel)};`).join(' '));
      const isHeard = await this.#hearsItself();
      await this.#catchUp();
      // The connection was lost again while listeners caught up.
      if (this.#isStopped || this.#client !== client) return;
      this.#become(isHeard ? 'connected' : 'deaf');
      this.#retryMs = FIRST_RETRY_MS;
      this.#timers = [
        setInterval(() => void this.#beat(client), HEARTBEAT_MS).unref(),
        setInterval(() => void this.#askWhileDeaf(), ASKS_EVERY_MS).unref(),
      ];
    } catch (error) {
      log.warn({ err: error }, 'cannot listen to the database');
      this.#lose(client);
    }
  }

  /** An error of one listener must not end the process. */
  #tell({ channel, onMessage }: Listener, payload: string): void {
    try {
      onMessage(payload);
    } catch (error) {
      this.#parts.log.error({ err: error, channel }, 'cannot read a message of the database');
    }
  }

  async #catchUp(): Promise<void> {
    for (const { onConnected } of this.#listeners) await onConnected();
  }

  /** Throws when the message could not even be sent: then nothing is known. */
  async #hearsItself(): Promise<boolean> {
    const token = randomUUID();
    const arrival = Promise.withResolvers<boolean>();
    this.#awaited = { token, arrived: () => arrival.resolve(true) };
    await notify(this.#parts.db, this.#proofChannel, token);
    return Promise.race([arrival.promise, wait(PATIENCE_MS, false, { ref: false })]);
  }

  async #beat(client: pg.Client): Promise<void> {
    const isHeard = await this.#hearsItself().catch(() => undefined);
    if (this.#client !== client || this.#isStopped) return;
    if (isHeard === true) {
      // Listeners stop polling once they rely on messages, so catch up first.
      const hasAll = this.#state !== 'deaf' || (await this.#tryToCatchUp());
      if (hasAll && this.#client === client) this.#become('connected');
      return;
    }
    if (!(await this.#isAnswering(client))) return this.#lose(client);
    if (isHeard === false && this.#client === client) this.#become('deaf');
  }

  async #isAnswering(client: pg.Client): Promise<boolean> {
    const answer = client.query('select 1').then(
      () => true,
      () => false,
    );
    return Promise.race([answer, wait(PATIENCE_MS, false, { ref: false })]);
  }

  async #askWhileDeaf(): Promise<void> {
    if (this.#state === 'deaf') await this.#tryToCatchUp();
  }

  /** Tried again with the next beat. */
  #tryToCatchUp(): Promise<boolean> {
    return this.#catchUp().then(
      () => true,
      () => false,
    );
  }

  #become(state: 'deaf' | 'connected'): void {
    const before = this.#state;
    this.#state = state;
    if (state === 'deaf' && before !== 'deaf') this.#parts.log.warn(DEAF);
    if (state === 'connected' && before === 'deaf')
      this.#parts.log.info('Messages of the database arrive again.');
  }

  #lose(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    this.#state = 'lost';
    this.#clearTimers();
    void client.end().catch(() => {});
    if (this.#isStopped) return;
    const retry = setTimeout(() => {
      this.#connecting = this.#connect();
    }, this.#retryMs).unref();
    this.#timers = [retry];
    this.#retryMs = Math.min(this.#retryMs * 2, LAST_RETRY_MS);
  }

  #clearTimers(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.#timers = [];
  }
}
