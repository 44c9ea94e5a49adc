import { sql } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Store } from './schema.ts';

const FIRST_RETRY_MS = 250;
const LAST_RETRY_MS = 5_000;
const HEARTBEAT_MS = 10_000;

export interface Message {
  channel: string;
  payload: string;
}

/** A configuration has another live version. */
export const VERSION_CHANNEL = 'runtime_version';
/** Tests are to be canceled. */
export const CANCEL_CHANNEL = 'runtime_cancel';

/** In a transaction it is said when that commits. Parts that are not given are left out: JSON would make them null. */
export async function notifyProcesses(
  store: Store,
  channel: string,
  parts: readonly (string | undefined)[],
): Promise<void> {
  await sql`select pg_notify(${channel}, ${JSON.stringify(parts.filter((part) => part !== undefined))})`.execute(
    store,
  );
}

/** Hears what other processes on the same database say, over one connection of its own. */
export class DatabaseListener {
  isConnected = false;
  private client: pg.Client | undefined;
  private retryMs = FIRST_RETRY_MS;
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;
  private readonly connection: pg.ClientConfig;
  private readonly onMessage: (message: Message) => void;
  private readonly onReconnect: () => void;
  private readonly log: Logger;

  constructor(options: {
    connection: pg.ClientConfig;
    onMessage: (message: Message) => void;
    /** Something may have been missed. */
    onReconnect: () => void;
    log: Logger;
  }) {
    this.connection = options.connection;
    this.onMessage = options.onMessage;
    this.onReconnect = options.onReconnect;
    this.log = options.log;
  }

  async start(): Promise<void> {
    const client = new pg.Client({ ...this.connection, application_name: 'atrium services listener' });
    this.client = client;
    client.on('error', () => this.lose(client));
    client.on('end', () => this.lose(client));
    client.on('notification', ({ channel, payload = '' }) => this.onMessage({ channel, payload }));
    try {
      await client.connect();
      await client.query(`listen ${VERSION_CHANNEL}; listen ${CANCEL_CHANNEL}`);
      if (this.isStopped) return await client.end();
      this.onReconnect();
      this.isConnected = true;
      this.retryMs = FIRST_RETRY_MS;
      this.timer = setInterval(
        () => void client.query('select 1').catch(() => this.lose(client)),
        HEARTBEAT_MS,
      );
      this.timer.unref();
    } catch (error) {
      this.log.warn({ err: error }, 'cannot listen to the database');
      this.lose(client);
    }
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    const { client } = this;
    this.client = undefined;
    this.isConnected = false;
    await client?.end().catch(() => undefined);
  }

  private lose(client: pg.Client): void {
    if (this.client !== client || this.isStopped) return;
    this.client = undefined;
    this.isConnected = false;
    clearInterval(this.timer);
    void client.end().catch(() => undefined);
    this.timer = setTimeout(() => void this.start(), this.retryMs).unref();
    this.retryMs = Math.min(this.retryMs * 2, LAST_RETRY_MS);
  }
}
