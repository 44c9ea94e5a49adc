import { type ChildProcess, spawn } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TracingSettings } from '@atrium/host/tracing/tracing';
import type { PoolConfig } from 'pg';
import type { Logger } from 'pino';
import { SERVICES_PROGRAM } from '../paths.ts';

/**
 * Room for young objects in megabytes. With the usual 16, a large configuration that is read stops the process for 20 to 50 ms,
 * again and again, while they are moved.
 */
const SMALL_NURSERY = '--max-semi-space-size=4';
const READY_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 30_000;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 10_000;
/** After this long the next failure counts as the first one again. */
const STEADY_AFTER_MS = 30_000;

/** What the process is given, as one line of JSON on its standard input, where no one else can read it. */
interface ServicesStart {
  host: string;
  /** 0 = any free port. */
  port: number;
  databaseConnection: PoolConfig;
  directConnection: PoolConfig;
  jwksUrl: string;
  platformUrl: string;
  services: { id: string; accessKeyId: string; privateJwk: object }[];
  logLevel: string;
  logFormat: string;
  /** Where usage waits until it is shipped. */
  usageFolder: string;
  /** How long it still serves what comes, after it was told to stop. */
  drainMs: number;
  tracing: (TracingSettings & { version: string }) | undefined;
}

export interface ServicesProcessOptions {
  /** Asked before every start. */
  prepare: () => Promise<ServicesStart>;
  /** Called whenever the process has become ready. */
  onReady: (port: number) => Promise<void>;
  /** Called whenever it has ended, also before it was ready. */
  onEnded: () => Promise<void>;
  drainMs: number;
  /** What it trusts besides the usual certificates: the platform's, for one. */
  extraCertificates: string | undefined;
  /** Called with each line that it says later: its figures. */
  onLine?: (line: string) => void;
  log: Logger;
}

export interface ServicesProcess {
  /** Settles when the first start is ready or has failed. */
  firstStart: Promise<void>;
  /** Ends the process properly and starts it again, with what `prepare` says then. */
  restart(): void;
  stop(): Promise<void>;
  abandon(): void;
}

/** Runs the shipped services in a separate process, and restarts it whenever it ends. */
export function startServicesProcess({
  prepare,
  onReady,
  onEnded,
  drainMs,
  extraCertificates,
  onLine,
  log,
}: ServicesProcessOptions): ServicesProcess {
  const stopping = new AbortController();
  const first = Promise.withResolvers<void>();
  let child: ChildProcess | undefined;

  const runOnce = async () => {
    const start = await prepare();
    if (stopping.signal.aborted) return;
    const compileCache = getCompileCacheDir();
    child = spawn(process.execPath, [SMALL_NURSERY, SERVICES_PROGRAM], {
      stdio: ['pipe', 'pipe', 'inherit'],
      // None of our settings, which may contain secrets: the line has everything it needs.
      env: {
        ...(compileCache !== undefined && { NODE_COMPILE_CACHE: dirname(compileCache) }),
        ...(extraCertificates !== undefined && { NODE_EXTRA_CA_CERTS: extraCertificates }),
      },
    });
    const ended = Promise.withResolvers<string>();
    child.once('error', (error) => ended.resolve(error.message));
    child.once('exit', (code, signal) => ended.resolve(signal ?? `exit code ${code}`));
    child.stdin?.on('error', () => {});
    // The pipe stays open; when it closes, the process knows that we are gone.
    child.stdin?.write(`${JSON.stringify(start)}\n`);
    const port = await Promise.race([readReadyLine(child, onLine), ended.promise]);
    if (typeof port === 'number') {
      await onReady(port);
      // It is ready for load balancers from here on.
      child.stdin?.write('\n');
      first.resolve();
    } else {
      log.error(`The services could not start: ${port}.`);
      child.kill('SIGKILL');
    }
    const reason = await ended.promise;
    await onEnded();
    if (!stopping.signal.aborted) log.warn(`The services ended (${reason}) and are started again.`);
  };

  const keepRunning = async () => {
    let pauseMs = FIRST_PAUSE_MS;
    while (!stopping.signal.aborted) {
      const startedAt = performance.now();
      await runOnce().catch((error: Error) => {
        log.error({ err: error }, 'The services could not be started.');
        child?.kill('SIGKILL');
      });
      first.resolve();
      if (performance.now() - startedAt > STEADY_AFTER_MS) pauseMs = FIRST_PAUSE_MS;
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    }
  };
  const kept = keepRunning();

  /** A run of tests that goes on for hours is taken up again by the next process. */
  const endInTime = () => {
    const ending = child;
    ending?.kill('SIGTERM');
    return setTimeout(() => ending?.kill('SIGKILL'), drainMs + STOP_TIMEOUT_MS).unref();
  };

  return {
    firstStart: first.promise,
    restart: () => void endInTime(),
    async stop() {
      stopping.abort();
      const timer = endInTime();
      await kept;
      clearTimeout(timer);
    },
    abandon() {
      stopping.abort();
      child?.kill('SIGKILL');
    },
  };
}

/** `{"ready":true,"port":4711}` on its standard output; a reason if it prints something else, or nothing. */
async function readReadyLine(
  { stdout }: ChildProcess,
  onLine: (line: string) => void = () => {},
): Promise<number | string> {
  if (!stdout) return 'it has no output';
  const lines = createInterface({ input: stdout });
  const line = await new Promise<string>((resolve) => {
    lines.once('line', resolve);
    lines.once('close', () => resolve(''));
    setTimeout(resolve, READY_TIMEOUT_MS, '').unref();
  });
  lines.on('line', onLine);
  try {
    const { ready, port } = JSON.parse(line) as { ready?: boolean; port?: number };
    if (ready === true && typeof port === 'number') return port;
  } catch {
    // Not the expected line: reported below.
  }
  return line === '' ? 'it did not become ready' : `it said ${line.slice(0, 200)}`;
}
