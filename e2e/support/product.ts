import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isListening } from '../../tools/proxies.mjs';

const root = join(import.meta.dirname, '..', '..');

/** A running product, started as `npm start` starts it. */
export interface Product {
  url: string;
  adminPassword: string;
  dataFolder: string;
  /** Process id of the group that holds all its processes. */
  processId: number;
  /** Everything it has printed so far. */
  output(): string;
  /** Ends it gracefully and waits until it has gone; keeps the data. */
  stop(): Promise<void>;
}

export interface ProductOptions {
  dataFolder?: string;
  environment?: Record<string, string>;
  /** Arguments of the start, `--demo` for one. */
  arguments?: string[];
  timeoutMs?: number;
  /** A free one when left out. */
  port?: number;
  /** Name by which browsers open it, where an IP address would not do. */
  publicHost?: string;
}

const ADMIN_PASSWORD = 'correct horse battery staple';

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}

/** Open to look into, so that PostgreSQL keeps its data inside also when root runs the suite. */
export async function makeDataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-e2e-'));
  await chmod(folder, 0o755);
  return folder;
}

export async function removeDataFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

/** Starts the product on a free port and waits until it answers that it is ready. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const port = options.port ?? (await freePort());
  const dataFolder = options.dataFolder ?? (await makeDataFolder());
  const child = spawn(process.execPath, [join(root, 'tools', 'start.mjs'), ...(options.arguments ?? [])], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      ATRIUM_DATA: dataFolder,
      ATRIUM_ADMIN_PASSWORD: ADMIN_PASSWORD,
      ATRIUM_GIT_ALLOW_PRIVATE: 'true',
      ATRIUM_IDENTITY_ALLOW_PRIVATE: 'true',
      LOG_LEVEL: 'warn',
      ...(options.publicHost && { ATRIUM_PUBLIC_URL: `http://${options.publicHost}:${port}` }),
      ...options.environment,
    },
  });
  const printed: string[] = [];
  child.stdout.on('data', (chunk: Buffer) => printed.push(chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => printed.push(chunk.toString()));
  const output = () => printed.join('');
  const url = `http://127.0.0.1:${port}`;
  try {
    // Jobs listen nowhere else.
    const opsPort = options.environment?.['ATRIUM_OPS_PORT'] ?? port;
    await waitUntilReady(child, `http://127.0.0.1:${opsPort}`, options.timeoutMs ?? 120_000);
  } catch (error) {
    await stopGroup(child);
    throw new Error(`The product did not start: ${String(error)}\n${output()}`, { cause: error });
  }
  return {
    url: options.publicHost === undefined ? url : `http://${options.publicHost}:${port}`,
    adminPassword: ADMIN_PASSWORD,
    dataFolder,
    processId: child.pid ?? 0,
    output,
    stop: () => stopGroup(child),
  };
}

async function waitUntilReady(child: ChildProcess, url: string, timeoutMs: number): Promise<void> {
  const giveUpAt = Date.now() + timeoutMs;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`it ended with exit code ${child.exitCode}`);
    if (Date.now() > giveUpAt) throw new Error(`it was not ready after ${timeoutMs} ms`);
    const isReady = await fetch(`${url}/health/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Until the program that was started accepts connections. */
export async function waitUntilListening(child: ChildProcess, port: number): Promise<void> {
  const giveUpAt = Date.now() + 30_000;
  while (child.exitCode === null && Date.now() < giveUpAt) {
    if (await isListening(port)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`nothing listens on port ${port} (exit code ${child.exitCode})`);
}

async function stopGroup(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const hardStop = setTimeout(() => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
    } catch {
      // The group has gone in the meantime.
    }
  }, 20_000);
  await ended;
  clearTimeout(hardStop);
}
