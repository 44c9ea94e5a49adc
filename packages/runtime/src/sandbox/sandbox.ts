import { availableParallelism } from 'node:os';
import { CallDurations } from './call-durations.ts';
import { Lanes } from './lanes.ts';
import { sortLostJobs } from './lost-jobs.ts';
import type { DoneCall, FromWorker, HostCallMessage, WorkerGone } from './process/messages.ts';
import { SandboxProcess } from './process/sandbox-process.ts';
import { failedResult, type SandboxCall, type SandboxResult, toResult } from './sandbox-call.ts';
import { countBatch, toRunMessage } from './worker/batch.ts';
import { limits } from './worker/failure.ts';
import { answerHostCall } from './worker/host-call.ts';
import { keepLatest, machineKeyOf } from './worker/kept-machines.ts';
import {
  createJob,
  createWorkerSlot,
  findIdleWorker,
  isSlow,
  type Job,
  type SandboxOptions,
  type WorkerSlot,
} from './worker-slot.ts';

/** Runs functions and tests in the sandbox process, one call per worker at a time, fairly between domains. */
export class Sandbox {
  readonly #fastWorkers: number;
  readonly #maxWorkers: number;
  readonly #idleMs: number;
  readonly #process: SandboxProcess;
  readonly #workers = new Map<number, WorkerSlot>();
  readonly #lanes: Lanes;
  #nextId = 1;
  #isClosed = false;
  #isDispatchDue = false;
  readonly #durations = new CallDurations();
  readonly #sweeper: NodeJS.Timeout;

  constructor(options: SandboxOptions = {}) {
    this.#fastWorkers = options.fastWorkers ?? Math.max(2, availableParallelism());
    this.#maxWorkers = options.maxWorkers ?? this.#fastWorkers + 22;
    this.#lanes = new Lanes(options.maxDomainWorkers ?? 8);
    this.#idleMs = options.idleMs ?? 60_000;
    this.#process = new SandboxProcess(
      {
        onWorkerReady: (workerId, send) => {
          const worker = this.#workers.get(workerId);
          if (worker) worker.send = send;
          this.#dispatch();
        },
        onWorkerMessage: (workerId, message, text) => this.#receive(workerId, message, text),
        onWorkerSlow: (workerId, callId) => {
          const worker = this.#workers.get(workerId);
          const job = worker?.jobs.find(({ id }) => id === callId);
          if (worker && job) this.#noteSlow(worker, job);
        },
        onWorkerGone: (workerId, reason, callId) => this.#lose(workerId, reason, callId),
      },
      () => this.#dispatch(),
    );
    this.#sweeper = setInterval(() => this.#sweep(), Math.min(this.#idleMs, 5_000)).unref();
  }

  run(call: SandboxCall): Promise<SandboxResult> {
    return new Promise((settle) => {
      const job = createJob(this.#nextId++, call, settle);
      if (call.cancellation?.isCanceled) return settle(failedResult(limits.canceled));
      if (this.#isClosed) return settle(failedResult(limits.unavailable, { isRefused: true }));
      call.cancellation?.onCancel(() => this.#cancel(job));
      this.#lanes.add(job);
      this.#dispatch();
    });
  }

  /** Process of the sandbox, while there is one. */
  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** Why nothing can be run at the moment, in words. */
  get problem(): string | undefined {
    return this.#process.problem;
  }

  get load() {
    return { ...this.#lanes.load, killed: this.#process.killedWorkers };
  }

  /** Ends all calls and the process. */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#sweeper);
    this.#process.end();
    this.#refuseAll();
  }

  /** Once for all that happens at the same time: calls that come together are sent together. */
  #dispatch(): void {
    if (this.#isDispatchDue) return;
    this.#isDispatchDue = true;
    setImmediate(() => {
      this.#isDispatchDue = false;
      this.#dispatchNow();
    });
  }

  #dispatchNow(): void {
    while (this.#dispatchOnce());
    if (this.#process.isPaused && this.#workers.size === 0) this.#refuseAll();
    else this.#startMissingWorkers();
  }

  /** A worker for each lane that may have one; false when there was none. */
  #dispatchOnce(): boolean {
    let isProgress = false;
    for (const queue of this.#lanes.runnable()) {
      const [first] = queue;
      const worker = first && findIdleWorker(this.#workers.values(), first.call);
      if (!worker) continue;
      const count = countBatch(queue, this.#fastWorkers, this.#durations);
      const [, ...more] = this.#lanes.take(queue, count);
      this.#start(worker, [first, ...more]);
      isProgress = true;
    }
    return isProgress;
  }

  #start(worker: WorkerSlot, jobs: [Job, ...Job[]]): void {
    worker.jobs = jobs;
    const [first] = jobs;
    first.isHeavy = this.#durations.isHeavy(first.call);
    const { message, text } = toRunMessage(jobs, first.isHeavy);
    keepLatest(worker.machines, machineKeyOf(first.call), true);
    worker.send?.(message, text);
    this.#begin(worker);
  }

  /** The first of a worker's jobs runs now. */
  #begin(worker: WorkerSlot): void {
    const [job] = worker.jobs;
    if (!job) return;
    job.startedAt = performance.now();
    if (job.isCanceled) this.#stop(worker);
    else job.call.onStart?.();
  }

  /** The worker gets no other call before it exits; calls queued behind the running one run elsewhere. */
  #stop(worker: WorkerSlot): void {
    worker.send = undefined;
    this.#putBack(worker.jobs.splice(1));
    this.#process.stopWorker(worker.id);
  }

  #startMissingWorkers(): void {
    if (this.#lanes.runnable().length === 0) return;
    let fast = [...this.#workers.values()].filter((worker) => !isSlow(worker)).length;
    for (; fast < this.#fastWorkers && this.#workers.size < this.#maxWorkers; fast++) this.#startWorker();
  }

  #refuseAll(): void {
    const refusal = failedResult(limits.unavailable, { isRefused: true });
    for (const job of this.#lanes.removeAll()) job.settle(refusal);
  }

  #startWorker(): void {
    const id = this.#nextId++;
    if (!this.#process.startWorker(id)) return;
    this.#workers.set(id, createWorkerSlot(id));
  }

  #receive(workerId: number, message: FromWorker, text: string): void {
    const worker = this.#workers.get(workerId);
    const job = worker?.jobs[0];
    if (!worker || !job) return;
    if (message.type === 'done') {
      if (message.isRetiring) worker.send = undefined;
      return this.#finishAll(worker, message.calls, text);
    }
    // A message about a call that is no longer this worker's says nothing about the one that is.
    if ('id' in message && message.id !== job.id) return;
    switch (message.type) {
      case 'hello':
        return;
      case 'need':
        return this.#sendSources(worker, job, message.kept);
      case 'host':
        return void this.#answer(worker, job, message, text);
      case 'slow':
        return this.#noteSlow(worker, job);
    }
  }

  #finishAll(worker: WorkerSlot, calls: readonly DoneCall[], text: string): void {
    let from = 0;
    for (const done of calls) {
      const result = text.slice(from, from + done.resultLength);
      from += done.resultLength;
      const [job] = worker.jobs;
      if (job?.id !== done.id) continue;
      if (done.hasReturnedOthers) this.#noteSlow(worker, job);
      this.#durations.note(job.call, done.durationMs, job.wasSlow);
      this.#finish(worker, job, toResult(done, result));
    }
  }

  #noteSlow(worker: WorkerSlot, job: Job): void {
    job.wasSlow = true;
    this.#returnOthers(worker, job);
  }

  /** Calls queued behind a slow one return to the front of their queue. */
  #returnOthers({ jobs }: WorkerSlot, job: Job): void {
    this.#putBack(jobs.splice(jobs.indexOf(job) + 1));
    this.#startMissingWorkers();
  }

  #putBack(jobs: readonly Job[]): void {
    for (const job of jobs) if (job.isUnwanted) job.settle(failedResult(limits.canceled));
    const [first, ...more] = jobs.filter(({ isUnwanted }) => !isUnwanted);
    if (!first) return;
    this.#lanes.putBack([first, ...more]);
    this.#dispatch();
  }

  #sendSources(worker: WorkerSlot, { call }: Job, kept: readonly string[]): void {
    try {
      const { base, files, disabled } = call.readSources(kept);
      const text = JSON.stringify({
        files: Object.fromEntries(files),
        disabled: Object.fromEntries(disabled),
      });
      worker.send?.({ type: 'sources', key: call.key, ...(base !== undefined && { base }) }, text);
    } catch {
      this.#stop(worker);
    }
  }

  async #answer(worker: WorkerSlot, job: Job, asked: HostCallMessage, argument: string): Promise<void> {
    // While the worker waits for us, its place is free for others.
    job.hasAsked = true;
    job.openHostCalls += 1;
    this.#returnOthers(worker, job);
    const { isOk, text } = await answerHostCall(job.call, asked, argument);
    job.openHostCalls -= 1;
    if (worker.jobs[0] !== job) return;
    worker.send?.({ type: 'reply', id: job.id, hostCallId: asked.hostCallId, isOk }, text);
  }

  #finish(worker: WorkerSlot, job: Job, result: SandboxResult): void {
    worker.jobs.shift();
    job.settle(job.isCanceled ? failedResult(limits.canceled, result) : result);
    if (worker.jobs.length > 0) this.#begin(worker);
    else this.#release(worker, job);
  }

  #release(worker: WorkerSlot, job: Job): void {
    this.#lanes.release(job);
    worker.idleSince = performance.now();
    this.#dispatch();
  }

  #lose(workerId: number, reason: WorkerGone['reason'], callId?: number | null): void {
    const worker = this.#workers.get(workerId);
    this.#workers.delete(workerId);
    const [first] = worker?.jobs ?? [];
    if (!worker || !first) return this.#dispatch();
    const lost = sortLostJobs(worker.jobs.splice(0), reason, callId);
    for (const { job, limit } of lost) {
      const durationMs = job.startedAt === 0 ? 0 : performance.now() - job.startedAt;
      if (limit === undefined) continue;
      this.#durations.note(job.call, durationMs, job.wasSlow || reason === 'TimeLimit');
      const isRefused = this.#isClosed || limit === limits.unavailable;
      job.settle(failedResult(limit, { durationMs, ...(isRefused && { isRefused }) }));
    }
    this.#putBack(lost.filter(({ limit }) => !limit).map(({ job }) => job));
    this.#release(worker, first);
  }

  #cancel(job: Job): void {
    if (this.#lanes.remove(job)) return job.settle(failedResult(limits.canceled));
    job.isUnwanted = true;
    if (job.call.isOnlyCanceledWaiting) return;
    job.isCanceled = true;
    for (const worker of this.#workers.values()) {
      if (worker.jobs[0] === job) this.#stop(worker);
    }
  }

  #sweep(): void {
    // Without calls, too, it is found out when the sandbox can be started again.
    if (this.#process.hasFailed && this.#workers.size === 0) this.#startWorker();
    else this.#stopIdleWorkers();
  }

  #stopIdleWorkers(): void {
    const before = performance.now() - this.#idleMs;
    let isIdle = true;
    for (const worker of this.#workers.values()) {
      if (worker.jobs.length > 0 || !worker.send || worker.idleSince > before) isIdle = false;
    }
    // All or none: the whole process is what takes the memory.
    if (!isIdle || !this.#lanes.isEmpty) return;
    this.#workers.clear();
    this.#process.end();
  }
}
