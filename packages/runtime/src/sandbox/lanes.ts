import type { Job, Lane } from './worker-slot.ts';

/** Calls that wait, and how many workers each lane has. Lanes take turns. */
export class Lanes {
  readonly #maxDomainWorkers: number;
  readonly #queues = new Map<Lane, Job[]>();
  readonly #workers = new Map<Lane, number>();

  constructor(maxDomainWorkers: number) {
    this.#maxDomainWorkers = maxDomainWorkers;
  }

  get isEmpty(): boolean {
    return this.#queues.size === 0;
  }

  /** Workers that have calls, and calls that wait for one. */
  get load(): { running: number; waiting: number } {
    const sum = (counts: Iterable<number>) => [...counts].reduce((total, count) => total + count, 0);
    return {
      running: sum(this.#workers.values()),
      waiting: sum([...this.#queues.values()].map(({ length }) => length)),
    };
  }

  add(job: Job): void {
    const queue = this.#queues.get(job.lane);
    if (queue) queue.push(job);
    else this.#queues.set(job.lane, [job]);
  }

  /** To the front of their queues. */
  putBack(jobs: readonly Job[]): void {
    for (const job of jobs.toReversed())
      this.#queues.set(job.lane, [job, ...(this.#queues.get(job.lane) ?? [])]);
  }

  /** False when the job does not wait. */
  remove(job: Job): boolean {
    const queue = this.#queues.get(job.lane);
    const at = queue?.indexOf(job) ?? -1;
    if (!queue || at === -1) return false;
    queue.splice(at, 1);
    if (queue.length === 0) this.#queues.delete(job.lane);
    return true;
  }

  removeAll(): Job[] {
    const jobs = [...this.#queues.values()].flat();
    this.#queues.clear();
    return jobs;
  }

  /** By lane, in turn. */
  get queues(): [Lane, Job[]][] {
    return [...this.#queues];
  }

  /** Dequeues a worker's share from the front of a queue; the lane moves to the end of the rotation. */
  take(lane: Lane, count: number): Job[] {
    const queue = this.#queues.get(lane) ?? [];
    const jobs = queue.splice(0, count);
    this.#queues.delete(lane);
    if (queue.length > 0) this.#queues.set(lane, queue);
    return jobs;
  }

  /** A worker gets its first call of this lane. */
  enter(lane: Lane): void {
    this.#workers.set(lane, (this.#workers.get(lane) ?? 0) + 1);
  }

  /** A worker has no more calls of this lane. */
  leave(lane: Lane): void {
    const left = (this.#workers.get(lane) ?? 1) - 1;
    if (left === 0) this.#workers.delete(lane);
    else this.#workers.set(lane, left);
  }

  /** Whether the lane has as many workers as it may. */
  isFull(lane: Lane): boolean {
    return (this.#workers.get(lane) ?? 0) >= mostWorkers(lane, this.#maxDomainWorkers);
  }
}

/** Tests get half of a domain's share, so that its functions never wait for all of them. */
function mostWorkers(lane: Lane, maxDomainWorkers: number): number {
  return lane.startsWith('test ') ? Math.ceil(maxDomainWorkers / 2) : maxDomainWorkers;
}
