import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { childEnvironment } from '@atrium/host/child-environment';
import { Supervisor } from '@atrium/host/supervisor';
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
/** Number of consecutive missed checks; with their timeouts about half a minute. */
const HUNG_AFTER_MISSES = 6;
/** For a process that still writes its figures: it is busy, and ending it would end everyone's calls. */
const HUNG_AFTER_BUSY_MISSES = 30;
/** After this long the next failure counts as the first one again. */
const STEADY_AFTER_MS = 30_000;

interface ServiceKey {
  id: string;
  accessKeyId: string;
  privateJwk: object;
}

/** Keys that are replaced while the process runs. */
interface ExchangedKeys {
  /** Keys that the services sign with. */
  accessKeys?: ServiceKey[];
  /** Keys for tokens signed by the platform only. */
  signingKeys?: object[];
}

/** Settings of the process, sent as one line of JSON on its standard input, where no other process can read them. */
interface ServicesStart {
  host: string;
  /** 0 = any free port. */
  port: number;
  databaseConnection: PoolConfig;
  directConnection: PoolConfig;
  jwksUrl: string;
  platformUrl: string;
  services: ServiceKey[];
  /** Key of the secrets of functions. */
  valueKey: string;
  fetchAllowPrivate: boolean;
  logLevel: string;
  logFormat: string;
  /** Folder for usage until it is shipped. */
  usageFolder: string;
  /** Days that logged calls are kept. */
  callLogDays: number;
  /** Time during which requests are still served after a stop. */
  drainMs: number;
  /** Certificates trusted besides the usual ones, such as the platform's. */
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

interface ServicesRun {
  isHung: ReturnType<typeof createHungTest>;
  /** It wrote figures since the last look. */
  isHeard: boolean;
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
  const first = Promise.withResolvers<void>();
  let start: ServicesStart | undefined;

  const supervisor = new Supervisor<ServicesRun>({
    start() {
      const child = spawn(process.execPath, [SMALL_NURSERY, SERVICES_PROGRAM], {
        stdio: ['pipe', 'pipe', 'inherit'],
        env: childEnvironment(start?.extraCertificates),
      });
      child.stdin?.on('error', () => {});
      // The pipe stays open; when it closes, the process knows that we are gone.
      child.stdin?.write(`${JSON.stringify(start)}\n`);
      const state = { isHung: createHungTest(), isHeard: false };
      const onFigures = (line: string) => {
        state.isHeard = true;
        onLine?.(line);
      };
      void readReadyLine(child, onFigures).then((port) => takeReadyLine(child, port));
      return { child, state };
    },
    startTimeoutMs: READY_TIMEOUT_MS,
    pauses: { firstMs: FIRST_PAUSE_MS, longestMs: LONGEST_PAUSE_MS, steadyAfterMs: STEADY_AFTER_MS },
    watch: {
      everyMs: LOOKS_EVERY_MS,
      async isHung({ state }, signal) {
        const isAnswering = await isAlive(signal);
        const { isHeard } = state;
        state.isHeard = false;
        if (signal.aborted || !state.isHung(isAnswering, isHeard)) return false;
        log.error('The services do not answer any more, and are ended.');
        return true;
      },
    },
    requestEnd: ({ child }) => void child.kill('SIGTERM'),
    // A run of tests that goes on for hours is taken up again by the next process.
    endTimeoutMs: drainMs + STOP_TIMEOUT_MS,
    onStartFailed(error) {
      log.error({ err: error }, 'The services could not be started.');
      first.resolve();
    },
    async onEnded({ isReady }, { reason, isRequested }) {
      first.resolve();
      // Also of one that could not be made known: it may be known in part.
      await onEnded().catch((error: unknown) =>
        log.error({ err: error }, 'The services could not be started.'),
      );
      if (isRequested) return;
      if (isReady) log.warn(`The services ended (${reason}) and are started again.`);
      else log.error(`The services could not start: ${reason}.`);
    },
  });

  /** Makes the address known, and ends what printed anything else than its address. */
  const takeReadyLine = async (child: ChildProcess, port: number | string) => {
    const run = supervisor.current;
    if (run?.child !== child) return;
    try {
      if (typeof port !== 'number') throw new Error(port);
      supervisor.ready(run);
      await onReady(port);
      // It is ready for load balancers from here on.
      child.stdin?.write('\n');
      first.resolve();
    } catch (error) {
      run.failure = (error as Error).message;
      supervisor.kill(run);
    }
  };

  supervisor.keepRunning(async () => {
    start = await prepare();
  });

  return {
    firstStart: first.promise,
    exchangeKeys(keys) {
      const run = supervisor.current;
      if (run?.isReady) run.child.stdin?.write(`${JSON.stringify(keys)}\n`);
    },
    stop: () => supervisor.stop(),
    abandon: () => supervisor.abandon(),
  };
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
