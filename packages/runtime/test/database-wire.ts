import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type pg from 'pg';

/** A way to the real database that can be cut, blocked and mended, as a network can. */
export interface DatabaseWire extends AsyncDisposable {
  connection: pg.PoolConfig;
  /** Open connections break, new ones are refused. */
  cut(): Promise<void>;
  /** Connections stay open and new ones are taken, but nothing comes through. */
  block(): void;
  /** The next transaction is committed, and its connection breaks before the answer has come. Settles then. */
  loseCommit(): Promise<void>;
  /** Another server takes the place of this one, which is gone without a word: only new connections lead to one. */
  failOver(): Promise<void>;
  mend(): Promise<void>;
}

export async function openDatabaseWire(database: pg.PoolConfig): Promise<DatabaseWire> {
  const sockets = new Set<Socket>();
  const ends = new Map<Socket, Socket>();
  /** Those who called hear nothing of the end of the other side. */
  const lost = new Set<Socket>();
  let isBlocked = false;
  let onCommit: (() => void) | undefined;
  const server = createServer((near) => {
    const far = connectTo(database);
    ends.set(near, far);
    near.on('close', () => ends.delete(near));
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk: Buffer) => {
        if (onCommit && from === far && chunk.includes('COMMIT\0')) {
          from.destroy();
          onCommit();
          onCommit = undefined;
        } else if (!isBlocked) to.write(chunk);
      });
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        if (!lost.has(to)) to.destroy();
      });
    }
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const cut = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    breakAll();
    await closed;
  };
  const port = await listen(0);
  return {
    connection: { ...database, host: '127.0.0.1', port },
    cut,
    block() {
      isBlocked = true;
    },
    loseCommit: () =>
      new Promise((resolve) => {
        onCommit = resolve;
      }),
    async failOver() {
      const closed = [...ends].map(([near, far]) => {
        lost.add(near);
        return once(far.destroy(), 'close');
      });
      await Promise.all(closed);
    },
    async mend() {
      if (isBlocked) breakAll();
      isBlocked = false;
      if (!server.listening) await listen(port);
    },
    [Symbol.asyncDispose]: cut,
  };
}

function connectTo({ host = '127.0.0.1', port = 5432 }: pg.PoolConfig): Socket {
  return host.startsWith('/') ? connect(join(host, `.s.PGSQL.${port}`)) : connect(port, host);
}
