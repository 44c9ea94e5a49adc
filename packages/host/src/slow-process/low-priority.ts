import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import type pg from 'pg';
import { isLoopback } from '../http/address.ts';

/** Niceness: where others want the processors, about a tenth of one is left, and whoever wakes up goes first. */
const LOW_PRIORITY = 10;

/** A system that does not allow it leaves the process as it is. */
export function lowerPriority(processId: number, niceness = LOW_PRIORITY): void {
  try {
    setPriority(processId, niceness);
  } catch {
    // It has ended, or is someone else's.
  }
}

/** The driver's types leave out where a connection leads. */
type Client = pg.PoolClient & { host: string; processID: number | null };

/** The process of the server at the other end, where that is on this machine and ours, as the embedded one is. */
export function lowerPriorityOfServer(client: pg.PoolClient): void {
  const { host, processID } = client as Client;
  // A pooler in between says numbers of its own.
  if (isHere(host) && processID !== null && isPostgres(processID)) lowerPriority(processID);
}

const isHere = (host: string) => host.startsWith('/') || isLoopback(host);

function isPostgres(processId: number): boolean {
  try {
    return readFileSync(`/proc/${processId}/cmdline`, 'utf8').startsWith('postgres: ');
  } catch {
    return false;
  }
}
