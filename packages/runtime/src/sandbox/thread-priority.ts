import { readFileSync, readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { SLOW_PRIORITIES } from './limits.ts';
import type { WatchedCall } from './watched-call.ts';

/** On Linux each thread has its own id and priority. */
export function ownThread(): number {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  } catch {
    return 0;
  }
}

/** Lowers a thread's priority to this step, unless it is there. Works for one that does not respond, too. */
export function stepBack(call: WatchedCall, step: keyof typeof SLOW_PRIORITIES): void {
  if (call.stepsBack >= step) return;
  call.stepsBack = step;
  trySetPriority(call.thread, SLOW_PRIORITIES[step]);
}

const basePriority = getPriority();

/** False when the system does not allow it. */
export function stepForward(call: WatchedCall): boolean {
  if (call.stepsBack === 0) return true;
  if (!trySetPriority(call.thread, basePriority)) return false;
  call.stepsBack = 0;
  return true;
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
