import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { SLOW_PRIORITY } from './limits.ts';

/** Lets this thread step back behind others, and forward again. */
export class ThreadPriority {
  private readonly base = getPriority();
  isLow = false;

  lower(): void {
    this.isLow = true;
    trySetPriority(SLOW_PRIORITY);
  }

  /** False when the system does not allow it. */
  takeBack(): boolean {
    if (!this.isLow) return true;
    this.isLow = false;
    return trySetPriority(this.base);
  }
}

function trySetPriority(priority: number): boolean {
  try {
    // On Linux each thread has an id and a priority of its own.
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    setPriority(thread, priority);
    return true;
  } catch {
    return false;
  }
}

/** Processor time of this thread. */
export function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
