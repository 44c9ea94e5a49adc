import { MAX_KEPT_VMS } from '../limits.ts';
import type { CallKind, CallLimits, Zone } from '../process/messages.ts';

interface Place {
  kind: CallKind;
  zone: Zone;
  key: string;
  limits: CallLimits;
}

/**
 * A machine serves calls of one kind, zone, key and limit of memory: nothing of signed-in callers is left in one that
 * anyone can call.
 */
export function machineKeyOf({ kind, zone, key, limits }: Place): string {
  return `${kind} ${zone} ${limits.memoryMiB} ${key}`;
}

/** Keeps the most recently used machines of a worker. The service knows them, except machines that were dropped for memory. */
export function keepLatest<Value>(kept: Map<string, Value>, key: string, value: Value): void {
  kept.delete(key);
  kept.set(key, value);
  const [oldest] = kept.keys();
  if (kept.size > MAX_KEPT_VMS && oldest !== undefined) kept.delete(oldest);
}

/** Machines kept warm, least recently used first. Calls of one key that wait at the same time leave several. */
export class KeptMachines<Machine extends { readonly memoryBytes: number }> {
  readonly #kept: { key: string; machine: Machine }[] = [];

  /** The machine is the call's alone until it is kept again. */
  take(key: string): Machine | undefined {
    const at = this.#kept.findLastIndex((kept) => kept.key === key);
    return at === -1 ? undefined : this.#kept.splice(at, 1)[0]?.machine;
  }

  keep(key: string, machine: Machine): void {
    this.#kept.push({ key, machine });
    if (this.#kept.length > MAX_KEPT_VMS) this.#kept.shift();
  }

  /** Lets go of the least recently used, all but one, until so many bytes are free. Returns how many the others take. */
  dropOldest(bytes: number): number {
    for (let toFree = bytes; toFree > 0 && this.#kept.length > 1; ) {
      toFree -= this.#kept.shift()?.machine.memoryBytes ?? 0;
    }
    return this.#kept.reduce((sum, { machine }) => sum + machine.memoryBytes, 0);
  }
}
