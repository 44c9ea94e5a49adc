import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { childEnvironment } from '@atrium/host/child-environment';
import type { TracingSettings } from '@atrium/host/tracing/open-telemetry';
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
const LOOKS_EVERY_MS = 3_000;
/** Of looks in a row; with the time that each of them waits for an answer about half a minute. */
const HUNG_AFTER_MISSES = 6;
/** Of one that still writes its figures: it is busy, and ending it would end the calls of everyone. */
const HUNG_AFTER_BUSY_MISSES = 30;
/** After this long the next failure counts as the first one again. */
const STEADY_AFTER_MS = 30_000;

interface ServiceKey {
  id: string;
  accessKeyId: string;
  privateJwk: object;
}

/** What is exchanged while the process runs. */
interface ExchangedKeys {
  /** What the services sign with. */
  accessKeys?: ServiceKey[];
  /** What the platform signs with, and nothing else. */
  signingKeys?: object[];
}

/** What the process is given, as one line of JSON on its standard input, where no one else can read it. */
interface ServicesStart {
  host: string;
  /** 0 = any free port. */
  port: number;
  databaseConnection: PoolConfig;
  directConnection: PoolConfig;
  jwksUrl: string;
  platformUrl: string;
  services: ServiceKey[];
  logLevel: string;
  logFormat: string;
  /** Where usage waits until it is shipped. */
  usageFolder: string;
  /** How long logged calls are kept. */
  callLogDays: number;
  /** How long it still serves what comes, after it was told to stop. */
  drainMs: number;
  /** What it trusts besides the usual certificates: the platform's, for one. */
  extraCertificates: string | undefined;
  tracing: (TracingSettings & { version: string }) | undefined;
}

export interface ServicesProcessOptions {
  /** Asked before every start. */
  prepare: () => Promise<ServicesStart>;
  /** Called whenever the process has become ready. */
  onReady: (port: number) => Promise<void>;
  /** Called whenever it has ended, also before it was ready. */
  onEnded: () => Promise<void>;
  /** Whether it answers. One that does not for about half a minute is ended, and started again. */
  isAlive: (signal: AbortSignal) => Promise<boolean>;
  drainMs: number;
  /** Called with each line that it says later: its figures. */
  onLine?: (line: string) => void;
  log: Logger;
}

export interface ServicesProcess {
  /** Settles when the first start is ready or has failed. */
  firstStart: Promise<void>;
  /** A process that is ready uses these from now on. */
  exchangeKeys(keys: ExchangedKeys): void;
  stop(): Promise<void>;
  abandon(): void;
}

/** Runs the shipped services in a separate process, and restarts it whenever it ends. */
export function startServicesProcess({
  prepare,
  onReady,
  onEnded,
  isAlive,
  drainMs,
  onLine,
  log,
}: ServicesProcessOptions): ServicesProcess {
  const stopping = new AbortController();
  const first = Promise.withResolvers<void>();
  let child: ChildProcess | undefined;
  let isReady = false;

  const runOnce = async () => {
    const start = await prepare();
    if (stopping.signal.aborted) return;
    child = spawn(process.execPath, [SMALL_NURSERY, SERVICES_PROGRAM], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: childEnvironment(start.extraCertificates),
    });
    const ended = Promise.withResolvers<string>();
    child.once('error', (error) => ended.resolve(error.message));
    child.once('exit', (code, signal) => ended.resolve(signal ?? `exit code ${code}`));
    child.stdin?.on('error', () => {});
    // The pipe stays open; when it closes, the process knows that we are gone.
    child.stdin?.write(`${JSON.stringify(start)}\n`);
    const watching = new AbortController();
    let reason: string;
    let isHeard = false;
    const onFigures = (line: string) => {
      isHeard = true;
      onLine?.(line);
    };
    const takeHeard = () => {
      const wasHeard = isHeard;
      isHeard = false;
      return wasHeard;
    };
    try {
      const port = await Promise.race([readReadyLine(child, onFigures), ended.promise]);
      if (typeof port === 'number') {
        isReady = true;
        await onReady(port);
        void killWhenHung(
          child,
          isAlive,
          takeHeard,
          log,
          AbortSignal.any([watching.signal, stopping.signal]),
        );
        // It is ready for load balancers from here on.
        child.stdin?.write('\n');
        first.resolve();
      } else {
        log.error(`The services could not start: ${port}.`);
        child.kill('SIGKILL');
      }
      reason = await ended.promise;
    } finally {
      // Also of one that could not be made known: it may be known in part.
      child.kill('SIGKILL');
      isReady = false;
      watching.abort();
      await onEnded();
    }
    if (!stopping.signal.aborted) log.warn(`The services ended (${reason}) and are started again.`);
  };

  const keepRunning = async () => {
    let pauseMs = FIRST_PAUSE_MS;
    while (!stopping.signal.aborted) {
      const startedAt = performance.now();
      await runOnce().catch((error: Error) => {
        log.error({ err: error }, 'The services could not be started.');
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
    exchangeKeys(keys) {
      if (isReady) child?.stdin?.write(`${JSON.stringify(keys)}\n`);
    },
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

/** A process that hangs would keep its place, and no other one would be started. */
async function killWhenHung(
  child: ChildProcess,
  isAlive: (signal: AbortSignal) => Promise<boolean>,
  takeHeard: () => boolean,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  const isHung = createHungTest();
  do {
    await sleep(LOOKS_EVERY_MS, undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
  } while (!isHung(await isAlive(signal), takeHeard()));
  if (signal.aborted) return;
  log.error('The services do not answer any more, and are ended.');
  child.kill('SIGKILL');
}

/** Asked after each look: whether it answered, and whether it wrote anything since the last one. */
export function createHungTest(): (isAlive: boolean, isHeard: boolean) => boolean {
  let silent = 0;
  let all = 0;
  return (isAlive, isHeard) => {
    all = isAlive ? 0 : all + 1;
    silent = isAlive || isHeard ? 0 : silent + 1;
    return silent >= HUNG_AFTER_MISSES || all >= HUNG_AFTER_BUSY_MISSES;
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
