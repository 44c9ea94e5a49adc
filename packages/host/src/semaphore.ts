export interface SemaphoreLimits {
  /** Total of all keys, by weight. */
  permits: number;
  permitsPerKey?: number;
  /** Acquirers of one key that may wait; more are refused. */
  maxWaiting?: number;
  maxWaitMs?: number;
}

export interface SemaphoreErrors {
  /** Thrown when too many wait, or one waits for too long. */
  full: () => Error;
  /** Thrown when the signal aborts; by default its reason. */
  aborted?: (signal: AbortSignal) => Error;
}

export interface AcquireOptions {
  signal?: AbortSignal | undefined;
  /** Called if there is no permit yet. */
  onWait?: (() => void) | undefined;
  weight?: number;
}

/** Dispose it when done. Disposing it again does nothing. */
export type Permit = Disposable;

interface Waiting {
  key: string;
  weight: number;
  start: () => void;
}

/**
 * A weighted semaphore with a share for each key, such as a domain. Acquirers wait in order of arrival; one whose key has its
 * share does not block other keys.
 */
export class Semaphore {
  readonly #limits: Required<SemaphoreLimits>;
  readonly #errors: Required<SemaphoreErrors>;
  readonly #ownPermits: ReadonlyMap<string, number>;
  readonly #held = new Map<string, number>();
  readonly #queue: Waiting[] = [];
  #weight = 0;

  /** `ownPermits` has the keys with more or fewer permits than the others. */
  constructor(
    limits: SemaphoreLimits,
    errors: SemaphoreErrors,
    ownPermits: ReadonlyMap<string, number> = new Map(),
  ) {
    this.#limits = { permitsPerKey: Infinity, maxWaiting: Infinity, maxWaitMs: Infinity, ...limits };
    this.#errors = { aborted: ({ reason }) => reason as Error, ...errors };
    this.#ownPermits = ownPermits;
  }

  /** Permits that a key holds now. */
  count(key: string): number {
    return this.#held.get(key) ?? 0;
  }

  /** Acquirers that wait now. */
  get waiting(): number {
    return this.#queue.length;
  }

  /** Runs the work while it holds a permit. */
  async run<Result>(key: string, work: () => Promise<Result>, options?: AcquireOptions): Promise<Result> {
    using _permit = await this.acquire(key, options);
    return await work();
  }

  /** Returns undefined if there is no permit without waiting. */
  tryAcquire(key: string): Permit | undefined {
    return this.#isNext(key, 1) ? this.#begin(key, 1) : undefined;
  }

  async acquire(key: string, { signal, onWait, weight = 1 }: AcquireOptions = {}): Promise<Permit> {
    const { maxWaiting, maxWaitMs } = this.#limits;
    if (signal?.aborted) throw this.#errors.aborted(signal);
    if (this.#isNext(key, weight)) return this.#begin(key, weight);
    if (this.#queue.filter((each) => each.key === key).length >= maxWaiting) throw this.#errors.full();
    onWait?.();
    return new Promise((resolve, reject) => {
      const stopWaiting = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      };
      const leave = (error: Error) => {
        stopWaiting();
        this.#queue.splice(this.#queue.indexOf(waiting), 1);
        reject(error);
        this.#startWaiting();
      };
      const onAbort = () => leave(this.#errors.aborted(signal as AbortSignal));
      const timer =
        maxWaitMs === Infinity ? undefined : setTimeout(() => leave(this.#errors.full()), maxWaitMs).unref();
      const start = () => {
        stopWaiting();
        resolve(this.#begin(key, weight));
      };
      const waiting = { key, weight, start };
      this.#queue.push(waiting);
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  }

  #hasShare(key: string): boolean {
    return this.count(key) < (this.#ownPermits.get(key) ?? this.#limits.permitsPerKey);
  }

  #isFree(weight: number): boolean {
    return this.#weight + weight <= this.#limits.permits;
  }

  #isNext(key: string, weight: number): boolean {
    return (
      this.#isFree(weight) && this.#hasShare(key) && !this.#queue.some((each) => this.#hasShare(each.key))
    );
  }

  #begin(key: string, weight: number): Permit {
    this.#weight += weight;
    this.#held.set(key, this.count(key) + 1);
    let isOver = false;
    return {
      [Symbol.dispose]: () => {
        if (isOver) return;
        isOver = true;
        this.#weight -= weight;
        if (this.count(key) === 1) this.#held.delete(key);
        else this.#held.set(key, this.count(key) - 1);
        this.#startWaiting();
      },
    };
  }

  #startWaiting(): void {
    for (let index = 0; index < this.#queue.length; ) {
      const next = this.#queue[index] as Waiting;
      // Heavy acquirers don't starve: lighter ones can't overtake them.
      if (!this.#hasShare(next.key)) index += 1;
      else if (!this.#isFree(next.weight)) return;
      else {
        this.#queue.splice(index, 1);
        next.start();
      }
    }
  }
}
