import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '@atrium/host/start-error';
import { asAccount } from './account.ts';
import type { Place } from './place.ts';
import { initdbProgram, postgresProgram } from './programs.ts';
import { putLogAside } from './server-log.ts';

export const DATABASE_USER = 'atrium';
export const MAJOR_VERSION = '18';

/** Nothing of our environment (it may hold secrets), and no language of the machine. */
const ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Small at rest: one program with a dozen connections, not a shared server. */
const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '32MB',
  max_worker_processes: '4',
  max_parallel_workers: '2',
  max_parallel_workers_per_gather: '0',
  autovacuum_max_workers: '2',
  autovacuum_worker_slots: '2',
  // No separate processes for reading ahead.
  io_method: 'sync',
  jit: 'off',
  // No one replicates from an embedded server; backups are made by SQL.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '256MB',
  min_wal_size: '32MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  log_line_prefix: '%m [%p] ',
};

/** For tests, whose data no one misses. */
const FORGETFUL_SETTINGS = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' };

export interface ClusterOptions {
  /** False skips every wait for the disk. */
  durable: boolean;
}

/**
 * Creates the cluster if it does not exist: next to its place first, so that half a cluster is never mistaken for one.
 */
export async function initialiseCluster(place: Place, { durable }: ClusterOptions): Promise<void> {
  const versionFile = join(place.cluster, 'PG_VERSION');
  if (existsSync(versionFile)) {
    const version = readFileSync(versionFile, 'utf8').trim();
    if (version === MAJOR_VERSION) return;
    throw new StartError(
      `The database in ${place.cluster} was made by PostgreSQL ${version}, this Atrium has ${MAJOR_VERSION}; stop the Atrium that it was made with, run its "backup create", and then "database upgrade <backup>" with this one.`,
    );
  }
  // A number alone would be the name of a cluster that an upgrade has kept: that of its version.
  const unfinished = `${place.cluster}.making-${process.pid}`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  if (place.account) chownSync(unfinished, place.account.uid, place.account.gid);
  const cluster = ['-D', unfinished, '-U', DATABASE_USER, '-A', 'trust', '-T', 'simple'];
  // Sorts and folds case the same on every machine, whatever languages it has installed.
  const language = ['-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  await runInitdb(place, [...cluster, ...language, ...(durable ? [] : ['--no-sync'])]);
  await writeFile(join(unfinished, 'pg_hba.conf'), 'local all all trust\n');
  try {
    await rename(unfinished, place.cluster);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // Another start was faster; the guard decides which of the two continues.
    if (!existsSync(versionFile)) throw error;
  }
}

/** Starts the server in its own session: a terminal's Ctrl+C must reach Atrium first, and only Atrium. */
export function spawnPostgres(place: Place, { durable }: ClusterOptions): ChildProcess {
  const settings = {
    ...SETTINGS,
    ...(durable ? {} : FORGETFUL_SETTINGS),
    unix_socket_directories: place.sockets,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  putLogAside(place.logFile);
  // Appended to, wherever its end is: it is emptied while the server runs.
  const log = openSync(place.logFile, 'a', 0o600);
  try {
    return spawn(postgresProgram(place.programs.folder), ['-D', place.cluster, ...args], {
      ...asAccount(place.account),
      env: ENVIRONMENT,
      stdio: ['ignore', log, log],
      detached: true,
    });
  } finally {
    closeSync(log);
  }
}

/**
 * Messages about ended or refused connections: those of a killed server end up in the log while the next one starts.
 */
const SAID_TO_CLIENTS =
  /FATAL: +(terminating |canceling |connection to client lost|the database system is |sorry, too many)/;

/** The last message of the server before it gave up, for the sentence about it. */
export async function lastFatalLine({ logFile }: Pick<Place, 'logFile'>): Promise<string> {
  const text = await readFile(logFile, 'utf8').catch(() => '');
  const lines = text.split('\n').filter((line) => /(FATAL|PANIC):/.test(line) && !SAID_TO_CLIENTS.test(line));
  return lines.at(-1)?.replace(/^.*?(FATAL|PANIC):\s*/, '') ?? 'it gave no reason';
}

async function runInitdb(place: Place, args: string[]): Promise<void> {
  const program = initdbProgram(place.programs.folder);
  await chmod(program, 0o755).catch(() => {});
  const child = spawn(program, args, {
    ...asAccount(place.account),
    env: ENVIRONMENT,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.once('error', reject).once('close', resolve);
  if ((await promise) !== 0) {
    const reason = said.split('\n').find((line) => /error|fatal|failed/i.test(line)) ?? said;
    throw new StartError(
      `The embedded PostgreSQL could not make its database in ${place.folder}: ${reason.trim()}`,
    );
  }
}
