import { availableParallelism } from 'node:os';
import { limits } from './failure.ts';
import type { FromWorker, ToWorker, WorkerGone } from './messages.ts';
import {
  failedResult,
  HostCallError,
  type SandboxCall,
  type SandboxResult,
  toResult,
} from './sandbox-call.ts';
import { SandboxProcess } from './sandbox-process.ts';

interface Job {
  id: number;
  call: SandboxCall;
  settle: (result: SandboxResult) => void;
  startedAt: number;
  isCanceled: boolean;
}

interface WorkerSlot {
  id: number;
  send: ((message: ToWorker, text?: string) => void) | undefined;
  job: Job | undefined;
  /** Its call computes for long, or waits for the service: others need another worker. */
  isSlow: boolean;
  keys: Set<string>;
  idleSince: number;
}

export interface SandboxOptions {
  /** Workers for short calls. */
  fastWorkers?: number;
  maxWorkers?: number;
  /** Calls of one domain at the same time. */
  maxDomainCalls?: number;
  idleMs?: number;
}

/** Runs functions and tests in the sandbox process, one call per worker at a time, fairly between domains. */
export class Sandbox {
  private readonly fastWorkers: number;
  private readonly maxWorkers: number;
  private readonly maxDomainCalls: number;
  private readonly idleMs: number;
  private child: SandboxProcess | undefined;
  private readonly workers = new Map<number, WorkerSlot>();
  /** Waiting calls by domain; the domains take turns. */
  private readonly queues = new Map<string, Job[]>();
  private readonly running = new Map<string, number>();
  private nextId = 1;
  private isClosed = false;
  private readonly sweeper: NodeJS.Timeout;

  constructor(options: SandboxOptions = {}) {
    this.fastWorkers = options.fastWorkers ?? Math.max(2, availableParallelism());
    this.maxWorkers = options.maxWorkers ?? this.fastWorkers + 22;
    this.maxDomainCalls = options.maxDomainCalls ?? 8;
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

  private dispatch(): void {
    for (const [domainId, queue] of [...this.queues]) {
      if ((this.running.get(domainId) ?? 0) >= this.maxDomainCalls) continue;
      const [job] = queue;
      const worker = job && this.findIdleWorker(job.call.key);
      if (!job || !worker) continue;
      queue.shift();
      // To the back of the row: the next worker is for another domain.
      this.queues.delete(domainId);
      if (queue.length > 0) this.queues.set(domainId, queue);
      this.start(worker, job);
    }
    this.startMissingWorkers();
  }

  private findIdleWorker(key: string): WorkerSlot | undefined {
    let idle: WorkerSlot | undefined;
    for (const worker of this.workers.values()) {
      if (worker.job || !worker.send) continue;
      if (worker.keys.has(key)) return worker;
      idle ??= worker;
    }
    return idle;
  }

  private start(worker: WorkerSlot, job: Job): void {
    const { kind, key, path, timeoutMs, identity, event, input } = job.call;
    worker.job = job;
    worker.keys.add(key);
    job.startedAt = performance.now();
    this.running.set(identity.domainId, (this.running.get(identity.domainId) ?? 0) + 1);
    job.call.onStart?.();
    worker.send?.({ type: 'run', id: job.id, kind, key, path, timeoutMs, identity, event }, input);
  }

  private startMissingWorkers(): void {
    const waiting = [...this.queues].filter(
      ([domainId]) => (this.running.get(domainId) ?? 0) < this.maxDomainCalls,
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
      job: undefined,
      isSlow: false,
      keys: new Set(),
      idleSince: performance.now(),
    });
    this.child.startWorker(id);
  }

  private receive(workerId: number, message: FromWorker, text: string): void {
    const worker = this.workers.get(workerId);
    const job = worker?.job;
    if (!worker || !job) return;
    if (message.type === 'need') void this.sendSources(worker, job);
    else if (message.type === 'host')
      void this.answer(worker, job, message.hostCallId, message.operation, text);
    else if (message.type === 'slow') this.setSlow(worker, true);
    else if (message.type === 'done') this.finish(worker, job, toResult(message, text));
  }

  private setSlow(worker: WorkerSlot, isSlow: boolean): void {
    worker.isSlow = isSlow;
    if (isSlow) this.startMissingWorkers();
  }

  private async sendSources(worker: WorkerSlot, job: Job): Promise<void> {
    try {
      const sources = await job.call.readSources();
      worker.send?.({ type: 'sources', key: job.call.key }, JSON.stringify(Object.fromEntries(sources)));
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
  ) {
    this.setSlow(worker, true);
    let isOk = true;
    let text: string;
    try {
      text = await job.call.answerHostCall(operation, argument);
    } catch (error) {
      isOk = false;
      const isKnown = error instanceof HostCallError;
      text = JSON.stringify(
        isKnown
          ? { name: error.name, message: error.message }
          : { name: 'ServiceUnavailable', message: 'The service could not answer' },
      );
    }
    if (worker.job !== job) return;
    worker.isSlow = false;
    worker.send?.({ type: 'reply', id: job.id, hostCallId, isOk }, text);
  }

  private finish(worker: WorkerSlot, job: Job, result: SandboxResult): void {
    const { domainId } = job.call.identity;
    const running = (this.running.get(domainId) ?? 1) - 1;
    if (running === 0) this.running.delete(domainId);
    else this.running.set(domainId, running);
    worker.job = undefined;
    worker.isSlow = false;
    worker.idleSince = performance.now();
    job.settle(job.isCanceled ? failedResult(limits.canceled, result) : result);
    this.dispatch();
  }

  private lose(workerId: number, reason: WorkerGone['reason']): void {
    const worker = this.workers.get(workerId);
    this.workers.delete(workerId);
    const job = worker?.job;
    if (worker && job) {
      const durationMs = performance.now() - job.startedAt;
      const limit = {
        TimeLimit: limits.time(job.call.timeoutMs),
        MemoryLimit: limits.memory,
        Stopped: limits.canceled,
        Crash: limits.crash,
      };
      this.finish(worker, job, failedResult(limit[reason], { durationMs }));
    } else {
      this.dispatch();
    }
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
      if (worker.job === job) this.child?.stopWorker(worker.id);
    }
  }

  private stopIdleWorkers(): void {
    const before = performance.now() - this.idleMs;
    let isIdle = true;
    for (const worker of this.workers.values()) {
      if (worker.job || !worker.send || worker.idleSince > before) isIdle = false;
    }
    // All or none: the whole process is what takes the memory.
    if (!isIdle || this.queues.size > 0) return;
    this.workers.clear();
    this.child?.end();
    this.child = undefined;
  }
}
