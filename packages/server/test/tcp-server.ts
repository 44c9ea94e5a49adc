import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { asAccount, chooseAccount } from '../src/database/embedded/account.ts';
import { findPrograms, initdbProgram, postgresProgram } from '../src/database/embedded/programs.ts';
import { clusterFolder } from './cluster-folder.ts';
import { freePort } from './free-port.ts';

const START_TIMEOUT_MS = 30_000;
const ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

export interface TcpServer extends AsyncDisposable {
  port: number;
  password: string;
  /** Value for DATABASE_URL. */
  url: string;
  /** SIGKILL of the server and, when all of it is gone, another one on the same files. */
  crash(): Promise<void>;
}

/** A PostgreSQL as an operator would run it: over TCP, with a password, of whatever version the programs are. */
export async function startTcpServer(
  programs = findPrograms().folder,
  parentFolder = clusterFolder(),
): Promise<TcpServer> {
  const folder = await mkdtemp(join(parentFolder, 'atrium-tcp-'));
  const account = chooseAccount(folder);
  await chmod(folder, 0o700);
  if (account) await chown(folder, account.uid, account.gid);
  const password = randomBytes(12).toString('base64url');
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (account) await chown(passwordFile, account.uid, account.gid);

  const cluster = join(folder, 'cluster');
  const clusterArgs = ['-D', cluster, '-U', 'atrium', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`];
  const initdb = spawn(initdbProgram(programs), [...clusterArgs, '-E', 'UTF8', '--locale=C', '--no-sync'], {
    ...asAccount(account),
    env: ENVIRONMENT,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(initdb, 'exit');
  if (code !== 0) throw new Error(`initdb ended with ${code}`);

  const port = await freePort();
  const log = join(folder, 'log');
  const start = () =>
    spawn(
      '/bin/sh',
      [
        '-c',
        'exec "$0" "$@" 2>>"$LOG"',
        postgresProgram(programs),
        '-D',
        cluster,
        '-h',
        '127.0.0.1',
        '-p',
        `${port}`,
      ].concat(['-k', '', '-c', 'fsync=off', '-c', 'max_connections=100']),
      { ...asAccount(account), env: { ...ENVIRONMENT, LOG: log }, stdio: 'ignore' },
    );
  let server = start();
  const url = `postgres://atrium:${password}@127.0.0.1:${port}/postgres`;
  const stop = async () => {
    if (server.exitCode === null && server.signalCode === null) {
      server.kill('SIGINT');
      await once(server, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  };
  const crash = async () => {
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
    // It refuses to start while a process of the one before still lives.
    for (const deadline = performance.now() + START_TIMEOUT_MS; ; ) {
      server = start();
      if (await answersBeforeItEnds(server, url)) return;
      if (performance.now() > deadline) throw new Error('the database does not start again');
    }
  };
  try {
    await waitUntilItResponds(url);
  } catch (error) {
    const said = await readFile(log, 'utf8').catch(() => '');
    await stop();
    throw new Error(said || 'the server gave no reason', { cause: error });
  }
  return { port, password, url, crash, [Symbol.asyncDispose]: stop };
}

async function answersBeforeItEnds(server: ChildProcess, url: string): Promise<boolean> {
  const ended = once(server, 'exit').then(() => false);
  return Promise.race([ended, waitUntilItResponds(url).then(() => true)]);
}

async function waitUntilItResponds(connectionString: string): Promise<void> {
  for (const deadline = performance.now() + START_TIMEOUT_MS; ; await sleep(50)) {
    const client = new pg.Client({ connectionString });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
  }
}
