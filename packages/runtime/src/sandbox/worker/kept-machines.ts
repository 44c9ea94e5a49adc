import { MAX_KEPT_VMS } from '../limits.ts';
import type { CallKind, Zone } from '../process/messages.ts';

/** A machine serves calls of one kind, zone and key: nothing of signed-in callers is left in one that anyone can call. */
export function machineKeyOf({ kind, zone, key }: { kind: CallKind; zone: Zone; key: string }): string {
  return `${kind} ${zone} ${key}`;
}

/** Least recently used first: a worker keeps so many machines; the service knows which, but for those that were let go for room. */
export function keepLatest<Value>(kept: Map<string, Value>, key: string, value: Value): void {
  kept.delete(key);
  kept.set(key, value);
  const [oldest] = kept.keys();
  if (kept.size > MAX_KEPT_VMS && oldest !== undefined) kept.delete(oldest);
}

/** Lets go of the least recently used, all but one, until so many bytes are free. Returns how many the others take. */
export function dropOldest(kept: Map<string, { readonly memoryBytes: number }>, bytes: number): number {
  let toFree = bytes;
  let rest = 0;
  for (const [key, { memoryBytes }] of kept) {
    if (toFree <= 0 || kept.size === 1) {
      rest += memoryBytes;
    } else {
      kept.delete(key);
      toFree -= memoryBytes;
    }
  }
  return rest;
}
