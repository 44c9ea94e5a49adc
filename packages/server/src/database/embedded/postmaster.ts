import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Content of PostgreSQL's `postmaster.pid`. */
export interface Postmaster {
  pid: number;
  /** Absent in the first moments of a start. */
  sockets: string | undefined;
  /** Whether it takes connections: not while it recovers or stops. */
  isReady: boolean;
}

export function readPostmaster(cluster: string): Postmaster | undefined {
  try {
    const lines = readFileSync(pidFile(cluster), 'utf8').split('\n');
    const pid = Number(lines[0]);
    return Number.isInteger(pid) && pid > 0
      ? { pid, sockets: lines[4] || undefined, isReady: lines[7]?.trim() === 'ready' }
      : undefined;
  } catch {
    return undefined;
  }
}

export function pidFile(cluster: string): string {
  return join(cluster, 'postmaster.pid');
}

/** False for a number that was given to another program since, and for a process that is only not yet buried. */
export function isAlive({ pid }: Postmaster, cluster: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  return commandOf(pid).includes(cluster);
}

/**
 * PostgreSQL refuses to start if the number in a left-over lock file belongs to any process of the account. In
 * `postmaster.pid` it ignores its own parent's number, so that is written in: the file stays, because its shared memory
 * key keeps a new server from starting beside old backends.
 */
export function disownPostmaster(cluster: string, sockets: string): void {
  rmSync(join(sockets, '.s.PGSQL.5432.lock'), { force: true });
  if (!existsSync(pidFile(cluster))) return;
  const lines = readFileSync(pidFile(cluster), 'utf8').split('\n');
  writeFileSync(pidFile(cluster), [String(process.pid), ...lines.slice(1)].join('\n'));
}

function commandOf(pid: number): string {
  if (existsSync('/proc/self/cmdline')) {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    } catch {
      return '';
    }
  }
  return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
}
