import { readFileSync, readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { SLOW_PRIORITY } from './limits.ts';
import type { WatchedCall } from './watched-call.ts';

/** On Linux each thread has its own id and priority. */
export function ownThread(): number {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  } catch {
    return 0;
  }
}

/** Lowers a thread's priority. Works for one that does not respond, too. */
export function stepBack(call: WatchedCall): void {
  call.isLow = true;
  trySetPriority(call.thread, SLOW_PRIORITY);
}

const basePriority = getPriority();

/** False when the system does not allow it. */
export function stepForward(call: WatchedCall): boolean {
  if (!call.isLow) return true;
  call.isLow = false;
  return trySetPriority(call.thread, basePriority);
}

function trySetPriority(thread: number, priority: number): boolean {
  try {
    if (thread === 0) return false;
    setPriority(thread, priority);
    return true;
  } catch {
    return false;
  }
}

/** Processor time of this thread. */
export function ownCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Processor time of another thread of this process; undefined if the system does not provide it. */
export function cpuMsOf(thread: number): number | undefined {
  try {
    const [nanoseconds] = readFileSync(`/proc/self/task/${thread}/schedstat`, 'utf8').split(' ');
    return Number(nanoseconds) / 1e6;
  } catch {
    return undefined;
  }
}
