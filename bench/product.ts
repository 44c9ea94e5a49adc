import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

const root = join(import.meta.dirname, '..');
export const ADMIN_PASSWORD = 'bench-admin-password';

export interface RunningProduct {
  url: string;
  child: ChildProcess;
  /** From the start of the command to the first answered request. */
  firstResponseMs: number;
  stop(): Promise<void>;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}

export async function withDataFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-bench-'));
  // PostgreSQL keeps its data inside also when root measures.
  await chmod(folder, 0o755);
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/** Starts a command that listens on PORT, or on ATRIUM_OPS_PORT if that is given, and waits for its first successful response. */
export async function startAndWait(
  args: string[],
  path: string,
  dataFolder: string,
  settings: Record<string, string> = {},
): Promise<RunningProduct> {
  const port = settings['ATRIUM_OPS_PORT'] ?? String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: port,
      ATRIUM_DATA: dataFolder,
      ATRIUM_ADMIN_PASSWORD: ADMIN_PASSWORD,
      LOG_LEVEL: 'error',
      ...settings,
    },
  });
  while (!(await answers(url + path))) {
    const ended = child.exitCode ?? child.signalCode;
    if (ended !== null) throw new Error(`${args.join(' ')} ended with ${ended}`);
    if (performance.now() - startedAt > 120_000) {
      child.kill('SIGKILL');
      throw new Error(`${args.join(' ')} does not answer`);
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const firstResponseMs = performance.now() - startedAt;
  return {
    url,
    child,
    firstResponseMs,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function answers(url: string): Promise<boolean> {
  return await fetch(url).then(
    (response) => response.ok,
    () => false,
  );
}

export function startProduct(dataFolder: string): Promise<RunningProduct> {
  return startAndWait([join(root, 'tools', 'start.mjs')], '/health/ready', dataFolder);
}

/** With a customer and three months of history. */
export function startDemo(dataFolder: string): Promise<RunningProduct> {
  return startAndWait([join(root, 'tools', 'start.mjs'), '--demo'], '/health/ready', dataFolder);
}

/** The smallest server there is: what a start costs before any product. */
export function startBareServer(dataFolder: string): Promise<RunningProduct> {
  return startAndWait([join(import.meta.dirname, 'bare-server.mjs')], '/', dataFolder);
}

/** Next line that a program prints. Throws if the program ends without one. */
export function nextLine(
  child: ChildProcess & { stdout: Readable },
  isMeant = (_line: string) => true,
): Promise<string> {
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => isMeant(line) && resolve(line));
    child.once('exit', (code, signal) =>
      reject(new Error(`${child.spawnargs.join(' ')} ended with ${code ?? signal}`)),
    );
  });
}

/** A server of this folder that is a reference and prints its port. */
export async function startReference(name: string, ...args: string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, name), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await nextLine(child);
  return { url: `http://127.0.0.1:${port}/`, child, stop: () => void child.kill() };
}

/** A process and everything it started, over all generations. */
export function listProcesses(processId: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    // The command may contain spaces and brackets; the parent follows the last bracket.
    const stat = readText(`/proc/${name}/stat`);
    parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
  }
  const found = [processId];
  for (const parent of found) for (const [child, its] of parents) if (its === parent) found.push(child);
  return found;
}

/** Proportional set size: memory, with pages that several processes share counted once in sum. */
export function proportionalMegabytes(processIds: readonly number[]): number {
  const kilobytes = processIds.map((id) =>
    Number(/^Pss:\s+(\d+)/m.exec(readText(`/proc/${id}/smaps_rollup`))?.[1] ?? 0),
  );
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1024;
}

export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // The process has ended since it was listed.
    return '';
  }
}
