import { availableParallelism } from 'node:os';
import { limits } from './failure.ts';
import type { FromWorker, WorkerGone } from './messages.ts';
import {
  answerHostCall,
  failedResult,
  type SandboxCall,
  type SandboxResult,
  toResult,
} from './sandbox-call.ts';
import { SandboxProcess } from './sandbox-process.ts';
import type { Job, SandboxOptions, WorkerSlot } from './worker-slot.ts';

/** Calls that are sent to a worker together: each message that wakes a thread costs more than a short call. */
const MAX_BATCH = 16;

/** Runs functions and tests in the sandbox process, one call per worker at a time, fairly between domains. */
export class Sandbox {
  private readonly fastWorkers: number;
  private readonly maxWorkers: number;
  private readonly maxDomainWorkers: number;
  private readonly idleMs: number;
  private child: SandboxProcess | undefined;
  private readonly workers = new Map<number, WorkerSlot>();
  /** Waiting calls by domain; the domains take turns. */
  private readonly queues = new Map<string, Job[]>();
  private readonly running = new Map<string, number>();
  private nextId = 1;
  private isClosed = false;
  private isDispatchDue = false;
  private readonly sweeper: NodeJS.Timeout;

  constructor(options: SandboxOptions = {}) {
    this.fastWorkers = options.fastWorkers ?? Math.max(2, availableParallelism());
    this.maxWorkers = options.maxWorkers ?? this.fastWorkers + 22;
    this.maxDomainWorkers = options.maxDomainWorkers ?? 8;
    this.idleMs = options.idleMs ?? 60_000;
    this.sweeper = setInterval(() => this.stopIdleWorkers(), Math.min(this.idleMs, 5_000)).unref();
  }

  run(call: SandboxCall): Promise<SandboxResult> {
    return new Promise((settle) => {
      const job: Job = { id: this.nextId++, call, settle, startedAt: 0, isCanceled: false };
      if (this.isClosed || call.signal?.aborted) return settle(failedResult(limits.canceled));
      call.signal?.addEventListener('abort', () => this.cancel(job), { once: true });
      const { domainId } = call.identity;
      const queue = this.queues.get(domainId);
      if (queue) queue.push(job);
      else this.queues.set(domainId, [job]);
      this.dispatch();
    });
  }

  /** Process of the sandbox, while there is one. */
  get pid(): number | undefined {
    return this.child?.pid;
  }

  /** Ends all calls and the process. */
  close(): void {
    this.isClosed = true;
    clearInterval(this.sweeper);
    this.child?.end();
    for (const queue of this.queues.values()) {
      for (const job of queue) job.settle(failedResult(limits.canceled));
    }
    this.queues.clear();
  }

  /** Once for all that happens at the same time: calls that come together are sent together. */
  private dispatch(): void {
    if (this.isDispatchDue) return;
    this.isDispatchDue = true;
    setImmediate(() => {
      this.isDispatchDue = false;
      this.dispatchNow();
    });
  }

  private dispatchNow(): void {
    for (const [domainId, queue] of [...this.queues]) {
      if ((this.running.get(domainId) ?? 0) >= this.maxDomainWorkers) continue;
      const [first] = queue;
      const worker = first && this.findIdleWorker(first.call.key);
      if (!first || !worker) continue;
      const jobs = queue.splice(0, this.countBatch(queue, first.call.key));
      // To the back of the row: the next worker is for another domain.
      this.queues.delete(domainId);
      if (queue.length > 0) this.queues.set(domainId, queue);
      this.start(worker, domainId, jobs);
    }
    this.startMissingWorkers();
  }

  /** An even share of the calls of one key that wait at the front of a queue. */
  private countBatch(queue: readonly Job[], key: string): number {
    const share = Math.min(MAX_BATCH, Math.ceil(queue.length / this.fastWorkers));
    const end = queue.slice(0, share).findIndex(({ call }) => call.key !== key);
    return end === -1 ? share : end;
  }

  private findIdleWorker(key: string): WorkerSlot | undefined {
    let idle: WorkerSlot | undefined;
    for (const worker of this.workers.values()) {
      if (worker.jobs.length > 0 || !worker.send) continue;
      if (worker.keys.has(key)) return worker;
      idle ??= worker;
    }
    return idle;
  }

  private start(worker: WorkerSlot, domainId: string, jobs: Job[]): void {
    this.running.set(domainId, (this.running.get(domainId) ?? 0) + 1);
    worker.jobs = jobs;
    const batchId = jobs[0]?.id ?? 0;
    worker.send?.(
      jobs.map(({ id, call }) => {
        const { kind, key, path, timeoutMs, identity, event, input } = call;
        worker.keys.add(key);
        return [{ type: 'run', id, batchId, kind, key, path, timeoutMs, identity, event }, input];
      }),
    );
    this.begin(worker);
  }

  /** The first of a worker's jobs runs now. */
  private begin({ id, jobs: [job] }: WorkerSlot): void {
    if (!job) return;
    job.startedAt = performance.now();
    if (job.isCanceled) this.child?.stopWorker(id);
    else job.call.onStart?.();
  }

  private startMissingWorkers(): void {
    const waiting = [...this.queues].filter(
      ([domainId]) => (this.running.get(domainId) ?? 0) < this.maxDomainWorkers,
    ).length;
    if (waiting === 0) return;
    let fast = 0;
    for (const worker of this.workers.values()) if (!worker.isSlow) fast += 1;
    for (; fast < this.fastWorkers && this.workers.size < this.maxWorkers; fast++) this.startWorker();
  }

  private startWorker(): void {
    if (!this.child || this.child.hasEnded) {
      this.child = new SandboxProcess({
        onWorkerReady: (workerId, send) => {
          const worker = this.workers.get(workerId);
          if (worker) worker.send = send;
          this.dispatch();
        },
        onWorkerMessage: (workerId, message, text) => this.receive(workerId, message, text),
        onWorkerGone: (workerId, reason) => this.lose(workerId, reason),
      });
    }
    const id = this.nextId++;
    this.workers.set(id, {
      id,
      send: undefined,
      jobs: [],
      isSlow: false,
      keys: new Set(),
      idleSince: performance.now(),
    });
    this.child.startWorker(id);
  }

  private receive(workerId: number, message: FromWorker, text: string): void {
    const worker = this.workers.get(workerId);
    const job = worker?.jobs[0];
    if (!worker || !job) return;
    // A message about a call that is no longer this worker's says nothing about the one that is.
    if ('id' in message && message.id !== job.id) return;
    switch (message.type) {
      case 'hello':
        return;
      case 'need':
        return void this.sendSources(worker, job);
      case 'host':
        return void this.answer(worker, job, message.hostCallId, message.operation, text);
      case 'slow':
        this.takeBack(worker);
        return this.setSlow(worker, true);
      case 'done':
        if (message.isRetiring) worker.send = undefined;
        return this.finish(worker, job, toResult(message, text));
    }
  }

  /** What has not begun goes to the front of its queue again. */
  private takeBack(worker: WorkerSlot): void {
    const [job] = worker.jobs;
    const waiting = worker.jobs.splice(1);
    if (!job || waiting.length === 0) return;
    const { domainId } = job.call.identity;
    this.queues.set(domainId, [...waiting, ...(this.queues.get(domainId) ?? [])]);
    this.dispatch();
  }

  private setSlow(worker: WorkerSlot, isSlow: boolean): void {
    worker.isSlow = isSlow;
    if (isSlow) this.startMissingWorkers();
  }

  private async sendSources(worker: WorkerSlot, job: Job): Promise<void> {
    try {
      const sources = await job.call.readSources();
      const text = JSON.stringify(Object.fromEntries(sources));
      worker.send?.([[{ type: 'sources', key: job.call.key }, text]]);
    } catch {
      this.child?.stopWorker(worker.id);
    }
  }

  private async answer(
    worker: WorkerSlot,
    job: Job,
    hostCallId: number,
    operation: string,
    argument: string,
  ): Promise<void> {
    // While the worker waits for us, its place is free for others.
    this.takeBack(worker);
    this.setSlow(worker, true);
    const { isOk, text } = await answerHostCall(job.call, operation, argument);
    if (worker.jobs[0] !== job) return;
    worker.isSlow = false;
    worker.send?.([[{ type: 'reply', id: job.id, hostCallId, isOk }, text]]);
  }

  private finish(worker: WorkerSlot, job: Job, result: SandboxResult): void {
    worker.jobs.shift();
    worker.isSlow = false;
    job.settle(job.isCanceled ? failedResult(limits.canceled, result) : result);
    if (worker.jobs.length > 0) this.begin(worker);
    else this.release(worker, job.call.identity.domainId);
  }

  private release(worker: WorkerSlot, domainId: string): void {
    const running = (this.running.get(domainId) ?? 1) - 1;
    if (running === 0) this.running.delete(domainId);
    else this.running.set(domainId, running);
    worker.idleSince = performance.now();
    this.dispatch();
  }

  private lose(workerId: number, reason: WorkerGone['reason']): void {
    const worker = this.workers.get(workerId);
    this.workers.delete(workerId);
    const job = worker?.jobs[0];
    if (!worker || !job) return this.dispatch();
    this.takeBack(worker);
    const durationMs = performance.now() - job.startedAt;
    const limit = {
      TimeLimit: limits.time(job.call.timeoutMs),
      MemoryLimit: limits.memory,
      Stopped: limits.canceled,
      Crash: limits.crash,
    };
    this.finish(worker, job, failedResult(limit[reason], { durationMs }));
  }

  private cancel(job: Job): void {
    const { domainId } = job.call.identity;
    const queue = this.queues.get(domainId);
    const at = queue?.indexOf(job) ?? -1;
    if (queue && at !== -1) {
      queue.splice(at, 1);
      if (queue.length === 0) this.queues.delete(domainId);
      return job.settle(failedResult(limits.canceled));
    }
    job.isCanceled = true;
    for (const worker of this.workers.values()) {
      if (worker.jobs[0] === job) this.child?.stopWorker(worker.id);
    }
  }

  private stopIdleWorkers(): void {
    const before = performance.now() - this.idleMs;
    let isIdle = true;
    for (const worker of this.workers.values()) {
      if (worker.jobs.length > 0 || !worker.send || worker.idleSince > before) isIdle = false;
    }
    // All or none: the whole process is what takes the memory.
    if (!isIdle || this.queues.size > 0) return;
    this.workers.clear();
    this.child?.end();
    this.child = undefined;
  }
}
