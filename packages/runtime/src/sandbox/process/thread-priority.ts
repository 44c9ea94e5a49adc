import { openSync, readFileSync, readSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { SLOW_PRIORITIES } from '../limits.ts';
import type { WatchedCall } from './watched-call.ts';

/** On Linux each thread has its own id and priority. */
export function ownThread(): number {
  try {
    return Number.parseInt(readFileSync('/proc/thread-self/stat', 'utf8'), 10);
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

/** Opens what the system says of this thread's processor time, for `cpuMsOf` in any thread of the process; 0 if nothing. */
export function openOwnTimes(): number {
  try {
    return openSync('/proc/thread-self/schedstat', 'r');
  } catch {
    return 0;
  }
}

const times = Buffer.alloc(64);

/** Processor time of the thread that opened this file; undefined if the system does not provide it. */
export function cpuMsOf(timesFile: number): number | undefined {
  if (timesFile === 0) return undefined;
  try {
    const length = readSync(timesFile, times, 0, times.length, 0);
    return Number.parseInt(times.toString('latin1', 0, length), 10) / 1e6;
  } catch {
    return undefined;
  }
}
