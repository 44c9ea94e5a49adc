import type { SandboxCall } from './sandbox-call.ts';
import type { Job } from './worker-slot.ts';

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
    const lane = laneOf(job);
    const queue = this.#queues.get(lane);
    if (queue) queue.push(job);
    else this.#queues.set(lane, [job]);
  }

  /** To the front of their queue; all of one lane. */
  putBack(jobs: readonly [Job, ...Job[]]): void {
    const lane = laneOf(jobs[0]);
    this.#queues.set(lane, [...jobs, ...(this.#queues.get(lane) ?? [])]);
  }

  /** False when the job does not wait. */
  remove(job: Job): boolean {
    const lane = laneOf(job);
    const queue = this.#queues.get(lane);
    const at = queue?.indexOf(job) ?? -1;
    if (!queue || at === -1) return false;
    queue.splice(at, 1);
    if (queue.length === 0) this.#queues.delete(lane);
    return true;
  }

  removeAll(): Job[] {
    const jobs = [...this.#queues.values()].flat();
    this.#queues.clear();
    return jobs;
  }

  /** Queues that may have another worker. */
  runnable(): Job[][] {
    return [...this.#queues].filter(([lane]) => !this.#isFull(lane)).map(([, queue]) => queue);
  }

  /** Dequeues a worker's share from the front of a queue; the lane moves to the end of the rotation. */
  take(queue: Job[], count: number): Job[] {
    const jobs = queue.splice(0, count);
    const [first] = jobs;
    if (!first) return jobs;
    const lane = laneOf(first);
    this.#queues.delete(lane);
    if (queue.length > 0) this.#queues.set(lane, queue);
    this.#workers.set(lane, (this.#workers.get(lane) ?? 0) + 1);
    return jobs;
  }

  /** The worker that had this job has no more of its lane. */
  release(job: Job): void {
    const lane = laneOf(job);
    const left = (this.#workers.get(lane) ?? 1) - 1;
    if (left === 0) this.#workers.delete(lane);
    else this.#workers.set(lane, left);
  }

  #isFull(lane: Lane): boolean {
    return (this.#workers.get(lane) ?? 0) >= mostWorkers(lane, this.#maxDomainWorkers);
  }
}

/** Functions of one domain, or its tests: however long tests take, its functions find workers. */
type Lane = string;

function laneOf({ call: { kind, identity } }: Job): Lane {
  return `${kind satisfies SandboxCall['kind']} ${identity.domainId}`;
}

/** Tests get half of a domain's share, so that its functions never wait for all of them. */
function mostWorkers(lane: Lane, maxDomainWorkers: number): number {
  return lane.startsWith('test ') ? Math.ceil(maxDomainWorkers / 2) : maxDomainWorkers;
}
