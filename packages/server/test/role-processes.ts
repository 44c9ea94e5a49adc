import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Role } from '../src/config.ts';
import { TEST_SECRET_KEY } from './secret-key.ts';

const PROGRAM = join(import.meta.dirname, '../src/main.ts');
/** As long as docs/operating.md gives it, and some to spare: after that it is not one that ends in order. */
const STOP_TIMEOUT_MS = 50_000;

/** A process is named by its role, with a number where there are several: `web-2`. */
export type ProcessName = Role | `${Role}-${number}`;

/** Processes of one role each on one database, as an operator runs them on several machines. */
export class RoleProcesses<Name extends ProcessName = Role> {
  private readonly environments: Record<Name, Record<string, string>>;
  private readonly running = new Map<Name, ChildProcess>();

  constructor(environments: Record<Name, Record<string, string>>) {
    this.environments = environments;
  }

  start(name: Name): void {
    const env = {
      PATH: process.env['PATH'],
      LOG_LEVEL: 'fatal',
      ATRIUM_ROLES: name.replace(/-\d+$/, ''),
      ATRIUM_SECRET_KEY: TEST_SECRET_KEY,
      ...this.environments[name],
    };
    this.running.set(
      name,
      spawn(process.execPath, [PROGRAM], { env, stdio: ['ignore', 'ignore', 'inherit'] }),
    );
  }

  /** SIGKILL, and another one in its place. */
  async kill(name: Name): Promise<void> {
    await this.lose(name);
    this.start(name);
  }

  /** SIGKILL, and none in its place. */
  async lose(name: Name): Promise<void> {
    const child = this.running.get(name);
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  /** SIGKILL of the process that runs the shipped services; its parent starts it again. */
  async killRuntime(name: Name): Promise<void> {
    const children = this.listRuntimes(name);
    for (const pid of children) process.kill(pid, 'SIGKILL');
    // The system takes a moment to end it.
    while (this.listRuntimes(name).some((pid) => children.includes(pid))) await sleep(5);
  }

  /** SIGSTOP of the process that runs the shipped services: it keeps its port, and answers nothing. */
  freezeRuntime(name: Name): void {
    for (const pid of this.listRuntimes(name)) process.kill(pid, 'SIGSTOP');
  }

  /** SIGCONT. */
  thawRuntime(name: Name): void {
    for (const pid of this.listRuntimes(name)) process.kill(pid, 'SIGCONT');
  }

  /** Process ids of what runs the shipped services. */
  listRuntimes(name: Name): number[] {
    return childrenOf(this.running.get(name)?.pid ?? 0);
  }

  /** SIGTERM; SIGKILL where that takes too long. Returns the code of its end, or the signal. */
  async stop(name: Name): Promise<number | string | null> {
    const child = this.running.get(name);
    this.running.delete(name);
    if (!child) return null;
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await Promise.race([ended, sleep(STOP_TIMEOUT_MS)]);
      child.kill('SIGKILL');
      await ended;
    }
    return child.exitCode ?? child.signalCode;
  }

  async stopAll(): Promise<void> {
    for (const role of ['services', 'jobs', 'web'] as const) {
      const names = [...this.running.keys()].filter((name) => name.startsWith(role));
      await Promise.all(names.map((name) => this.stop(name)));
    }
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
