/**
 * Shared state of a worker's running call and memory, read by the worker and the supervisor; numbers in this
 * order.
 */
export type WatchedMemory = BigInt64Array<SharedArrayBuffer>;

/** Time of the high-resolution clock at which the call must be over or wait; 0 between calls. */
const DEADLINE = 0;
/** Id of the call; negative once the calls sent with it have been returned. 0 between calls. */
const CALL = 1;
/** The system's number of the thread; 0 where threads have none. */
const THREAD = 2;
/** Steps by which the thread has lowered its priority: 0 to 2. */
const STEPS_BACK = 3;
/** An open file with the thread's processor time; 0 where the system has none. */
const TIMES_FILE = 4;
/** Bytes of the machines that the worker keeps, those of parked calls included. */
const KEPT = 5;
/** Sum of `KEPT` of all workers, as last added up by the supervisor. */
const KEPT_BY_ALL = 6;
/** Counts the times at which a call began or went on. */
const TURN = 7;
/** Processor time that is left to the call in this turn, in milliseconds. */
const CPU_LEFT = 8;

export type StepsBack = 0 | 1 | 2;

export function createWatchedMemory(): WatchedMemory {
  return new BigInt64Array(new SharedArrayBuffer(9 * 8));
}

/** The running call of a worker, for itself and for the supervisor of one that no longer answers. */
export class WatchedCall {
  readonly #memory: WatchedMemory;

  constructor(memory: WatchedMemory) {
    this.#memory = memory;
  }

  begin(id: number, left: { wallLeftMs: number; cpuLeftMs: number }): void {
    Atomics.store(this.#memory, CPU_LEFT, wholeMs(left.cpuLeftMs));
    Atomics.add(this.#memory, TURN, 1n);
    Atomics.store(this.#memory, CALL, BigInt(id));
    Atomics.store(this.#memory, DEADLINE, process.hrtime.bigint() + wholeMs(left.wallLeftMs) * 1_000_000n);
  }

  /** True when the calls that wait behind this one are no longer this worker's. */
  end(): boolean {
    Atomics.store(this.#memory, DEADLINE, 0n);
    return Atomics.exchange(this.#memory, CALL, 0n) < 0n;
  }

  /** For the supervisor, in one step: false when the call has just ended. */
  returnOthers(id: number): boolean {
    return Atomics.compareExchange(this.#memory, CALL, BigInt(id), BigInt(-id)) === BigInt(id);
  }

  /** The running call; null between calls. */
  get id(): number | null {
    const id = Math.abs(Number(Atomics.load(this.#memory, CALL)));
    return id === 0 ? null : id;
  }

  isLateBy(now: bigint, graceMs: number): boolean {
    const endsAt = Atomics.load(this.#memory, DEADLINE);
    return endsAt !== 0n && now > endsAt + BigInt(graceMs) * 1_000_000n;
  }

  get turn(): number {
    return Number(Atomics.load(this.#memory, TURN));
  }

  get cpuLeftMs(): number {
    return Number(Atomics.load(this.#memory, CPU_LEFT));
  }

  get thread(): number {
    return Number(Atomics.load(this.#memory, THREAD));
  }

  set thread(thread: number) {
    Atomics.store(this.#memory, THREAD, BigInt(thread));
  }

  get timesFile(): number {
    return Number(Atomics.load(this.#memory, TIMES_FILE));
  }

  set timesFile(file: number) {
    Atomics.store(this.#memory, TIMES_FILE, BigInt(file));
  }

  get stepsBack(): StepsBack {
    return Number(Atomics.load(this.#memory, STEPS_BACK)) as StepsBack;
  }

  set stepsBack(steps: StepsBack) {
    Atomics.store(this.#memory, STEPS_BACK, BigInt(steps));
  }

  get keptBytes(): number {
    return Number(Atomics.load(this.#memory, KEPT));
  }

  set keptBytes(bytes: number) {
    Atomics.store(this.#memory, KEPT, BigInt(bytes));
  }

  get keptByAll(): number {
    return Number(Atomics.load(this.#memory, KEPT_BY_ALL));
  }

  set keptByAll(bytes: number) {
    Atomics.store(this.#memory, KEPT_BY_ALL, BigInt(bytes));
  }
}

function wholeMs(ms: number): bigint {
  return BigInt(Math.max(0, Math.ceil(ms)));
}
