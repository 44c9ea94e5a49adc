import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Role } from '../src/config.ts';
import { TEST_SECRET_KEY } from './secret-key.ts';

const PROGRAM = join(import.meta.dirname, '../src/main.ts');
const STOP_TIMEOUT_MS = 30_000;

/** One process for each role on one database, as an operator runs them on several machines. */
export class RoleProcesses {
  private readonly environments: Record<Role, Record<string, string>>;
  private readonly running = new Map<Role, ChildProcess>();

  constructor(environments: Record<Role, Record<string, string>>) {
    this.environments = environments;
  }

  start(role: Role): void {
    const env = {
      PATH: process.env['PATH'],
      LOG_LEVEL: 'fatal',
      ATRIUM_ROLES: role,
      ATRIUM_SECRET_KEY: TEST_SECRET_KEY,
      ...this.environments[role],
    };
    this.running.set(
      role,
      spawn(process.execPath, [PROGRAM], { env, stdio: ['ignore', 'ignore', 'inherit'] }),
    );
  }

  /** SIGKILL, and another one in its place. */
  async kill(role: Role): Promise<void> {
    const child = this.running.get(role);
    if (child && child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    this.start(role);
  }

  /** SIGKILL of the process that runs the shipped services; its parent starts it again. */
  killRuntime(): void {
    const parent = this.running.get('services')?.pid ?? 0;
    for (const pid of childrenOf(parent)) process.kill(pid, 'SIGKILL');
  }

  async stop(role: Role): Promise<void> {
    const child = this.running.get(role);
    this.running.delete(role);
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await Promise.race([ended, sleep(STOP_TIMEOUT_MS)]);
    child.kill('SIGKILL');
    await ended;
  }

  async stopAll(): Promise<void> {
    for (const role of ['services', 'jobs', 'web'] as const) await this.stop(role);
  }
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && parentOf(pid) === parent);
}

function parentOf(pid: number): number | undefined {
  try {
    return Number(/^\S+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
  } catch {
    // It has ended since it was listed.
    return undefined;
  }
}
