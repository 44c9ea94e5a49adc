import { LRUCache } from 'lru-cache';

/** Slow calls are quick for most domains. Calls that took this long last time are worth another process. */
const LONG_MS = 20;
/** So is everything of a domain whose slow calls took a tenth of the last ten seconds or so. */
const BUSY_MS = 1_000;
const REMEMBERED_MS = 10_000;
/** Calls, or domains, whose times are remembered. */
const MAX_TIMED = 10_000;

interface BusyTime {
  ms: number;
  at: number;
}

/** Predicts which slow calls take long, by endpoint and domain. */
export class LongCalls {
  readonly #longMs: number;
  readonly #lastMs = new LRUCache<string, number>({ max: MAX_TIMED });
  readonly #busy = new LRUCache<string, BusyTime>({ max: MAX_TIMED });

  /** 0 for all calls. */
  constructor(longMs = LONG_MS) {
    this.#longMs = longMs;
  }

  has(domainId: string, call: string): boolean {
    const lastMs = this.#lastMs.get(`${domainId} ${call}`) ?? 0;
    return lastMs >= this.#longMs || this.#busyMs(domainId, performance.now()) >= BUSY_MS;
  }

  note(domainId: string, call: string, ms: number): void {
    const now = performance.now();
    this.#lastMs.set(`${domainId} ${call}`, ms);
    this.#busy.set(domainId, { ms: this.#busyMs(domainId, now) + ms, at: now });
  }

  /** Older measurements decay. */
  #busyMs(domainId: string, now: number): number {
    const { ms, at } = this.#busy.get(domainId) ?? { ms: 0, at: now };
    return ms * Math.exp((at - now) / REMEMBERED_MS);
  }
}
