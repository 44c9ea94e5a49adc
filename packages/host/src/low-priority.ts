import { setPriority } from 'node:os';

/** Niceness: processes and threads of normal priority run first, and leave about a tenth of a busy processor. */
const LOW_PRIORITY = 10;

/** Lowers the priority of one of Atrium's own processes or, on Linux, threads. Keeps it if the system doesn't allow that. */
export function lowerPriority(processId: number): void {
  try {
    setPriority(processId, LOW_PRIORITY);
  } catch {
    // It has ended, or the system has no priorities.
  }
}
