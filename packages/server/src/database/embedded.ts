import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '@atrium/host/start-error';
import type { PoolConfig } from 'pg';
import type { Logger } from 'pino';
import { DATABASE_USER, initialiseCluster, lastFatalLine, spawnPostgres } from './embedded/cluster.ts';
import { ensureDatabase, type Guard, takeGuard } from './embedded/guard.ts';
import { watchForOrphan } from './embedded/orphan-watch.ts';
import { findPlace, type Place } from './embedded/place.ts';
import { disownPostmaster, isAlive, readPostmaster } from './embedded/postmaster.ts';
import { keepLogSmall } from './embedded/server-log.ts';

export interface EmbeddedOptions {
  dataFolder: string;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** False for tests: nothing waits for the disk. */
  durable?: boolean;
  /** Called once when the server is lost for good; the caller should end with this sentence. */
  onFailed?: (error: Error) => void;
}

export interface EmbeddedDatabase {
  connection: PoolConfig;
  stop(): Promise<void>;
  /** Asks the server to stop and does not wait for it. */
  abandon(): void;
}

/** Recovery after a crash reads at most `max_wal_size`; a slow disk gets ten minutes for it. */
const START_TIMEOUT_MS = 600_000;
/** A killed Atrium's connections end within milliseconds, but not at once. */
const GUARD_PATIENCE_MS = 2_000;
const STOP_TIMEOUT_MS = 30_000;
/** An exclusive claim must not be given up because of one temporary failure. */
const RESTART_TIMEOUT_MS = 60_000;

/** Starts the embedded PostgreSQL, or takes over the one a killed Atrium left, and keeps it running. */
export async function startEmbeddedDatabase(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { dataFolder, log, durable = true } = options;
  const place = await findPlace(dataFolder);
  if (place.notice) log.info(place.notice);
  await initialiseCluster(place, { durable });

  let child: ChildProcess | undefined;
  let stopping = false;
  const start = () => {
    child = spawnPostgres(place, { durable });
    return child;
  };
  let guard = await openGuard(place, dataFolder, log, start, START_TIMEOUT_MS);
  await ensureDatabase(guard, DATABASE_USER);
  const orphanWatch = watchForOrphan(place);
  const logWatch = keepLogSmall(place.logFile, log);

  const keepRunning = async () => {
    while (true) {
      await guard.lost;
      if (stopping) return;
      log.warn('The embedded PostgreSQL ended unexpectedly and is started again.');
      guard = await openGuard(place, dataFolder, log, start, RESTART_TIMEOUT_MS);
      // A stop in the meantime has ended the guard that was lost, not this one.
      if (stopping) return guard.client.end();
    }
  };
  const kept = keepRunning().catch((error: Error) => {
    log.error(error.message);
    options.onFailed?.(error);
  });

  return {
    connection: connectionTo(place.sockets),
    async stop() {
      if (stopping) return;
      stopping = true;
      logWatch[Symbol.dispose]();
      await guard.client.end().catch(() => {});
      await kept;
      await stopPostgres(place, child, durable);
      // Last: if this process is killed during the stop, the watch stops PostgreSQL.
      orphanWatch.stop();
    },
    abandon() {
      const postmaster = readPostmaster(place.cluster);
      if (postmaster && isAlive(postmaster, place.cluster)) process.kill(postmaster.pid, 'SIGINT');
    },
  };
}

/** The server of the folder if one runs, for an operator's command while Atrium runs. */
export async function findRunningDatabase(dataFolder: string): Promise<PoolConfig | undefined> {
  const place = await findPlace(dataFolder);
  const postmaster = readPostmaster(place.cluster);
  if (!postmaster?.sockets || !isAlive(postmaster, place.cluster)) return undefined;
  return connectionTo(postmaster.sockets);
}

function connectionTo(sockets: string): PoolConfig {
  return { host: sockets, port: 5432, user: DATABASE_USER, database: DATABASE_USER };
}

async function openGuard(
  place: Place,
  dataFolder: string,
  log: EmbeddedOptions['log'],
  start: () => ChildProcess,
  timeoutMs: number,
): Promise<Guard> {
  const startedAt = performance.now();
  const waited = () => performance.now() - startedAt;
  let child: ChildProcess | undefined;
  let refusedAt: number | undefined;
  let adopted = false;
  while (true) {
    const postmaster = readPostmaster(place.cluster);
    const alive = postmaster !== undefined && isAlive(postmaster, place.cluster);
    if (alive && postmaster.sockets && postmaster.isReady) {
      if (!child && !adopted) {
        adopted = true;
        log.info(`PostgreSQL already runs (process ${postmaster.pid}); it is taken over.`);
      }
      const answer = await takeGuard(connectionTo(postmaster.sockets)).catch(toConnectionError);
      if ('client' in answer) return answer;
      if ('holder' in answer) {
        refusedAt ??= waited();
        if (waited() - refusedAt > GUARD_PATIENCE_MS) {
          throw new StartError(
            `Another Atrium (process ${answer.holder}) already runs on the data folder ${dataFolder}; stop it first, or choose another folder with ATRIUM_DATA.`,
          );
        }
      }
    } else if (!alive && (child === undefined || hasEnded(child))) {
      if (child) await explainEnd(place, log);
      disownPostmaster(place.cluster, place.sockets);
      child = start();
      child.on('error', (error) => log.error(`PostgreSQL cannot be run: ${error.message}`));
    }
    if (waited() > timeoutMs) {
      throw new StartError(
        postmaster && alive
          ? `PostgreSQL (process ${postmaster.pid}) runs on ${place.cluster} but does not answer; stop it with: kill -INT ${postmaster.pid}`
          : `The embedded PostgreSQL did not start: ${await lastFatalLine(place)}. All it said is in ${place.logFile}.`,
      );
    }
    await sleep(20);
  }
}

/** Old backends may need a moment to notice that their server was killed; every other end is final. */
async function explainEnd(place: Place, log: EmbeddedOptions['log']): Promise<void> {
  const reason = await lastFatalLine(place);
  if (!/pre-existing shared memory block|lock file ".*" already exists/.test(reason)) {
    throw new StartError(
      `The embedded PostgreSQL did not start: ${reason}. All it said is in ${place.logFile}.`,
    );
  }
  log.warn(`PostgreSQL could not start yet: ${reason}.`);
  await sleep(200);
}

function toConnectionError(error: Error): { error: Error } {
  return { error };
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
}

/** Fast and clean: open transactions are rolled back, everything committed is written. */
async function stopPostgres(place: Place, child: ChildProcess | undefined, durable: boolean): Promise<void> {
  const postmaster = readPostmaster(place.cluster);
  if (!postmaster || !isAlive(postmaster, place.cluster)) return;
  process.kill(postmaster.pid, durable ? 'SIGINT' : 'SIGQUIT');
  const deadline = performance.now() + STOP_TIMEOUT_MS;
  while (isAlive(postmaster, place.cluster) && !(child && hasEnded(child))) {
    if (performance.now() > deadline) {
      process.kill(postmaster.pid, 'SIGQUIT');
      return;
    }
    await sleep(10);
  }
}
