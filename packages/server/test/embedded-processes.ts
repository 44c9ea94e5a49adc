import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type pg from 'pg';
import { clusterFolder } from './cluster-folder.ts';

const PROGRAM = join(import.meta.dirname, 'embedded-child.ts');

export interface EmbeddedProcess {
  child: ChildProcess;
  connection: pg.PoolConfig;
  /** Numbers of rows whose commit was acknowledged, growing. */
  kept: number[];
  /** All that was written to standard error. */
  said: () => string;
  kill(signal: NodeJS.Signals): Promise<void>;
}

export interface SpawnOptions {
  uid?: number;
  gid?: number;
  program?: string;
}

/** Starts the program of `embedded-child.ts`; throws its output if it does not come up. */
export async function startEmbeddedProcess(
  dataFolder: string,
  options: SpawnOptions = {},
): Promise<EmbeddedProcess> {
  const { program = PROGRAM, ...account } = options;
  const child = spawn(process.execPath, [program, dataFolder], {
    ...account,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kept: number[] = [];
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const ready = Promise.withResolvers<pg.PoolConfig>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line) as { connection?: pg.PoolConfig; kept?: number };
    if (message.connection) ready.resolve(message.connection);
    if (message.kept) kept.push(message.kept);
  });
  child.once('close', () => ready.reject(new Error(said)));
  ready.promise.catch(() => {});
  return {
    child,
    connection: await ready.promise,
    kept,
    said: () => said,
    async kill(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const closed = once(child, 'close');
      child.kill(signal);
      await closed;
    },
  };
}

/** Process id of the database server of a cluster. */
export async function postmasterPid(folder: string): Promise<number> {
  return Number((await readFile(join(folder, 'cluster', 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

/** A folder that every account may pass through, removed at the end. */
export async function makeDataFolder(parent = clusterFolder()): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(parent, 'atrium-data-'));
  await chmod(path, 0o755);
  return {
    path,
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
  };
}
