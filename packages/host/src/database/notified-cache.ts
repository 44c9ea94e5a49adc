import { LRUCache } from 'lru-cache';
import type { Notifications } from './notifications.ts';

interface NotifiedCacheOptions<Value> {
  notifications: Pick<Notifications, 'isConnected' | 'listen'>;
  /** Carries the key of each value that has changed. */
  channel: string;
  /** Default: the payload is the key. */
  keyOfPayload?: (payload: string) => string;
  maxEntries: number;
  /** Limits the memory of all values together; a larger value evicts all others. */
  size?: { maxBytes: number; bytesOf: (value: Value) => number };
  /** Concurrent calls wait for one load. Not for loads inside a transaction of one of the callers. */
  sharesLoads?: boolean;
  /** Values that have changed stay until they are loaded again: that load gets them. */
  keepsFormer?: boolean;
}

interface Cached<Value> {
  value: Value;
  isFormer: boolean;
}

/**
 * Caches values that every process reads often, until the database notifies it of a change (LISTEN/NOTIFY). While the process
 * cannot listen, each read loads the value. Evicts the least recently used value.
 */
export class NotifiedCache<Value extends object> {
  readonly #options: NotifiedCacheOptions<Value>;
  readonly #values: LRUCache<string, Cached<Value>>;
  readonly #loading = new Map<string, Promise<Value>>();

  constructor(options: NotifiedCacheOptions<Value>) {
    this.#options = options;
    const { notifications, channel, keyOfPayload = (payload) => payload, maxEntries: max, size } = options;
    this.#values = new LRUCache({
      max,
      ...(size && {
        maxSize: size.maxBytes,
        sizeCalculation: ({ value }) => Math.min(Math.max(size.bytesOf(value), 1), size.maxBytes),
      }),
    });
    notifications.listen(
      channel,
      (payload) => this.invalidate(keyOfPayload(payload)),
      () => this.clear(),
    );
  }

  /**
   * Returns the cached value, or loads it. While the process cannot listen, `isCurrent` decides whether a cached value can
   * still be used; without it the value is loaded.
   */
  async get(
    key: string,
    load: (former?: Value) => Promise<Value>,
    isCurrent?: (value: Value) => Promise<boolean>,
  ): Promise<Value> {
    const { notifications, sharesLoads } = this.#options;
    if (!notifications.isConnected && isCurrent === undefined) return this.#load(key, load);
    const loading = sharesLoads ? this.#loading.get(key) : undefined;
    const kept = this.#values.get(key);
    const cached = kept?.isFormer === false ? kept.value : loading && (await loading);
    if (cached !== undefined && (notifications.isConnected || (await isCurrent?.(cached)))) return cached;
    return this.#load(key, load);
  }

  /** Call it after a change by this process: the notification arrives later than the next request. */
  invalidate(key: string): void {
    // A load in progress may have read the value of before the change, so its result is not cached.
    this.#loading.delete(key);
    const cached = this.#options.keepsFormer ? this.#values.peek(key) : undefined;
    if (cached) cached.isFormer = true;
    else this.#values.delete(key);
  }

  clear(): void {
    this.#loading.clear();
    if (!this.#options.keepsFormer) this.#values.clear();
    for (const cached of this.#values.values()) cached.isFormer = true;
  }

  async #load(key: string, load: (former?: Value) => Promise<Value>): Promise<Value> {
    const loading = load(this.#options.keepsFormer ? this.#values.peek(key)?.value : undefined);
    this.#loading.set(key, loading);
    try {
      const value = await loading;
      if (this.#loading.get(key) === loading) this.#values.set(key, { value, isFormer: false });
      return value;
    } finally {
      if (this.#loading.get(key) === loading) this.#loading.delete(key);
    }
  }
}
