import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Database, Store } from './schema.ts';

const FIRST_RETRY_MS = 250;
const LAST_RETRY_MS = 5_000;
/** A connection that died without a word is found after this long. */
const HEARTBEAT_MS = 30_000;

/** Messages between all processes on one database (LISTEN/NOTIFY), over one connection of its own. */
export interface Notifications {
  /** `onConnected` runs each time listening begins: what was said before has to be read from the tables. */
  listen(channel: string, onMessage: (payload: string) => void, onConnected?: () => Promise<void>): void;
  /** False while messages may be missed. */
  readonly isConnected: boolean;
  start(): void;
  stop(): Promise<void>;
}

/** Sends when the transaction commits. A payload has at most 8,000 bytes. */
export async function notify(db: Store | Kysely<Database>, channel: string, payload: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(db);
}

interface Listener {
  channel: string;
  onMessage: (payload: string) => void;
  onConnected: () => Promise<void>;
}

export function createNotifications(connection: pg.ClientConfig, log: Logger): Notifications {
  const listeners: Listener[] = [];
  let client: pg.Client | undefined;
  let isConnected = false;
  let isStopped = true;
  let retryMs = FIRST_RETRY_MS;
  let timer: NodeJS.Timeout | undefined;
  let connecting: Promise<void> = Promise.resolve();

  async function connect(): Promise<void> {
    const next = new pg.Client({ ...connection, application_name: 'atrium listener', keepAlive: true });
    client = next;
    next.on('error', () => lose(next));
    next.on('end', () => lose(next));
    next.on('notification', ({ channel, payload = '' }) => {
      for (const listener of listeners) if (listener.channel === channel) tell(listener, payload);
    });
    try {
      await next.connect();
      for (const { channel } of listeners) await next.query(`listen ${pg.escapeIdentifier(channel)}`);
      for (const { onConnected } of listeners) await onConnected();
      // Lost again while the listeners read what they had missed.
      if (isStopped || client !== next) return;
      isConnected = true;
      retryMs = FIRST_RETRY_MS;
      timer = setInterval(() => void beat(next), HEARTBEAT_MS).unref();
    } catch (error) {
      log.warn({ err: error }, 'cannot listen to the database');
      lose(next);
    }
  }

  /** What one listener cannot read must not end the process. */
  function tell({ channel, onMessage }: Listener, payload: string): void {
    try {
      onMessage(payload);
    } catch (error) {
      log.error({ err: error, channel }, 'cannot read a message of the database');
    }
  }

  async function beat(listening: pg.Client): Promise<void> {
    try {
      await listening.query('select 1');
    } catch {
      lose(listening);
    }
  }

  function lose(lost: pg.Client): void {
    if (client !== lost) return;
    client = undefined;
    isConnected = false;
    clearInterval(timer);
    void lost.end().catch(() => {});
    if (isStopped) return;
    timer = setTimeout(() => {
      connecting = connect();
    }, retryMs).unref();
    retryMs = Math.min(retryMs * 2, LAST_RETRY_MS);
  }

  return {
    listen(channel, onMessage, onConnected = async () => {}) {
      if (!isStopped) throw new Error('listen before the notifications start');
      listeners.push({ channel, onMessage, onConnected });
    },
    get isConnected() {
      return isConnected;
    },
    start() {
      if (!isStopped) return;
      isStopped = false;
      connecting = connect();
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await connecting;
      const last = client;
      client = undefined;
      isConnected = false;
      await last?.end().catch(() => {});
    },
  };
}
