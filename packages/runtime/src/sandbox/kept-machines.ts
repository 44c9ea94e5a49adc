import { MAX_KEPT_VMS } from './limits.ts';
import type { CallKind } from './messages.ts';

/** A machine serves calls of one kind and key. */
export function machineKeyOf({ kind, key }: { kind: CallKind; key: string }): string {
  return `${kind} ${key}`;
}

/** Least recently used first: a worker keeps so many machines, and the service knows which. */
export function keepLatest<Value>(kept: Map<string, Value>, key: string, value: Value): void {
  kept.delete(key);
  kept.set(key, value);
  const [oldest] = kept.keys();
  if (kept.size > MAX_KEPT_VMS && oldest !== undefined) kept.delete(oldest);
}
