import { LRUCache } from 'lru-cache';
import type { SandboxCall } from './sandbox-call.ts';

/** Number of consecutive short calls after which a function counts as short again. */
const SHORT_AGAIN_AFTER = 4;
const MAX_FUNCTIONS = 5_000;

interface Lately {
  meanMs: number;
  /** Above 0 for a function that computes for long: it steps back before it begins. */
  heavyFor: number;
}

/** Durations of a function's recent calls. Tests run once each, so they have none. */
export class CallDurations {
  readonly #functions = new LRUCache<string, Lately>({ max: MAX_FUNCTIONS });

  /** `wasSlow` goes by processor time: on a busy machine a short call takes long, too. */
  note(call: SandboxCall, durationMs: number, wasSlow: boolean): void {
    if (call.kind === 'test') return;
    const name = nameOf(call);
    const { meanMs, heavyFor } = this.#functions.get(name) ?? { meanMs: durationMs, heavyFor: 0 };
    this.#functions.set(name, {
      meanMs: meanMs + (durationMs - meanMs) / 16,
      heavyFor: wasSlow ? SHORT_AGAIN_AFTER : Math.max(0, heavyFor - 1),
    });
  }

  /** Undefined while it was not called. */
  of(call: SandboxCall): number | undefined {
    return this.#functions.get(nameOf(call))?.meanMs;
  }

  isHeavy(call: SandboxCall): boolean {
    return (this.#functions.get(nameOf(call))?.heavyFor ?? 0) > 0;
  }
}

function nameOf({ key, path }: SandboxCall): string {
  return `${key} ${path}`;
}
