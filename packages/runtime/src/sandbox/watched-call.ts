/** Time of the high-resolution clock at which the running call must be over (0 between calls), and its id. */
export type WatchedMemory = BigInt64Array<SharedArrayBuffer>;

export function createWatchedMemory(): WatchedMemory {
  return new BigInt64Array(new SharedArrayBuffer(16));
}

/** What the supervisor can see of a worker that no longer answers. */
export class WatchedCall {
  private readonly memory: WatchedMemory;

  constructor(memory: WatchedMemory) {
    this.memory = memory;
  }

  begin(id: number, timeoutMs: number): void {
    Atomics.store(this.memory, 1, BigInt(id));
    Atomics.store(this.memory, 0, process.hrtime.bigint() + BigInt(timeoutMs) * 1_000_000n);
  }

  end(): void {
    Atomics.store(this.memory, 0, 0n);
  }

  /** The running call; null between calls. */
  get id(): number | null {
    return Atomics.load(this.memory, 0) === 0n ? null : Number(Atomics.load(this.memory, 1));
  }

  isLateBy(now: bigint, graceMs: number): boolean {
    const endsAt = Atomics.load(this.memory, 0);
    return endsAt !== 0n && now > endsAt + BigInt(graceMs) * 1_000_000n;
  }
}
