import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import type pg from 'pg';
import { isLoopback } from '../http/connections/address.ts';
import { halfOf, ownProcessors } from './processors.ts';

/** Niceness: where others want the processors, about a tenth of one is left, and whoever wakes up goes first. */
const LOW_PRIORITY = 10;

/** Found before this process may be kept to them itself. */
const half = halfOf(ownProcessors());

/** A system that does not allow it leaves the process as it is. */
export function lowerPriority(processId: number): void {
  try {
    setPriority(processId, LOW_PRIORITY);
  } catch {
    // It has ended, or is someone else's.
  }
}

/**
 * Keeps a process to half of the processors that this one had at its start: whoever wakes up finds another one free, and need
 * not wait until the process is interrupted. A system that does not allow it, or not this way, leaves it as it is.
 */
export function keepToHalf(processId: number): void {
  if (half.length === 0) return;
  // Node has no call for it. Some of its threads run already.
  const to = ['--all-tasks', '--cpu-list', '--pid', half.join(','), String(processId)];
  execFile('taskset', to, () => undefined);
}

/** The driver's types leave out where a connection leads. */
type Client = pg.PoolClient & { host: string; processID: number | null };

/** The process of the server at the other end, where that is on this machine and ours, as the embedded one is. */
export function lowerPriorityOfServer(client: pg.PoolClient): void {
  const { host, processID } = client as Client;
  // A pooler in between says numbers of its own.
  if (!isHere(host) || processID === null || !isPostgres(processID)) return;
  lowerPriority(processID);
  keepToHalf(processID);
}

const isHere = (host: string) => host.startsWith('/') || isLoopback(host);

function isPostgres(processId: number): boolean {
  try {
    return readFileSync(`/proc/${processId}/cmdline`, 'utf8').startsWith('postgres: ');
  } catch {
    return false;
  }
}
