import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findPgBouncer, MISSING_PGBOUNCER } from '../../../tools/proxies.mjs';
import { clusterFolder } from './cluster-folder.ts';
import { freePort } from './free-port.ts';
import type { TcpServer } from './tcp-server.ts';

const program = findPgBouncer();
const START_TIMEOUT_MS = 10_000;
const NOBODY = 65_534;

export const hasPgBouncer = program !== undefined;

export interface PgBouncer extends AsyncDisposable {
  /** Value for DATABASE_URL. */
  url: string;
}

/** PgBouncer in transaction mode in front of a database server, as its package comes otherwise. */
export async function startPgBouncer(server: Pick<TcpServer, 'port' | 'password'>): Promise<PgBouncer> {
  if (program === undefined) throw new Error(`This ${MISSING_PGBOUNCER}.`);
  const folder = await mkdtemp(join(clusterFolder(), 'atrium-pgbouncer-'));
  await chmod(folder, 0o755);
  const listenPort = await freePort();
  const settings = [
    '[databases]',
    `* = host=127.0.0.1 port=${server.port} user=atrium password=${server.password}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${listenPort}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 10',
    'max_client_conn = 200',
  ];
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(file, `${settings.join('\n')}\n`);
  const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const child = spawn(program, ['-q', file], { ...account, env: {}, stdio: 'ignore' });
  for (
    const deadline = performance.now() + START_TIMEOUT_MS;
    !(await isListening(listenPort));
    await sleep(20)
  ) {
    if (child.exitCode !== null || performance.now() > deadline) throw new Error('PgBouncer does not start');
  }
  return {
    url: `postgres://atrium:any@127.0.0.1:${listenPort}/postgres`,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
