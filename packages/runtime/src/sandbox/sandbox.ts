import { availableParallelism } from 'node:os';
import { CallDurations } from './call-durations.ts';
import { Lanes } from './lanes.ts';
import { sortLostJobs } from './lost-jobs.ts';
import type {
  DoneCall,
  FromWorker,
  HostCallMessage,
  ParkedMessage,
  ToWorker,
  WorkerGone,
} from './process/messages.ts';
import { SandboxProcess } from './process/sandbox-process.ts';
import { failedResult, type SandboxCall, type SandboxResult, toResult } from './sandbox-call.ts';
import { countBatch, toRunMessage } from './worker/batch.ts';
import { limits } from './worker/failure.ts';
import { answerHostCall } from './worker/host-call.ts';
import { keepLatest, machineKeyOf } from './worker/kept-machines.ts';
import {
  createJob,
  createWorkerSlot,
  findBegun,
  findIdleWorker,
  isSlow,
  type Job,
  type SandboxOptions,
  type WorkerSlot,
} from './worker-slot.ts';

/** Runs functions and tests in the sandbox process, fairly between domains. One call of a worker computes at a time, others wait. */
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
          const job = worker?.jobs.find(({ id }) => id === callId) ?? worker?.parked.get(callId);
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
    const mayShare = this.#workers.size >= this.#maxWorkers && this.#countFast() === 0;
    for (const [lane, queue] of this.#lanes.queues) {
      const [first] = queue;
      if (!first) continue;
      const isHeavy = this.#durations.isHeavy(first.call);
      const isLaneFull = this.#lanes.isFull(lane);
      const worker = findIdleWorker(this.#workers.values(), first, { isHeavy, isLaneFull, mayShare });
      if (!worker) continue;
      // No more than is worthwhile beside calls that wait: their answers stand behind these.
      const workers = worker.parked.size > 0 ? Number.POSITIVE_INFINITY : this.#fastWorkers;
      const [, ...more] = this.#lanes.take(lane, countBatch(queue, workers, this.#durations));
      this.#start(worker, [first, ...more], isHeavy);
      isProgress = true;
    }
    return isProgress;
  }

  #start(worker: WorkerSlot, jobs: [Job, ...Job[]], isHeavy: boolean): void {
    worker.jobs = jobs;
    const [first] = jobs;
    first.isHeavy = isHeavy;
    const { lane } = first;
    if (!worker.lanes.has(lane)) this.#lanes.enter(lane);
    worker.lanes.set(lane, (worker.lanes.get(lane) ?? 0) + jobs.length);
    const { message, text } = toRunMessage(jobs, isHeavy);
    keepLatest(worker.machines, machineKeyOf(first.call), true);
    worker.send?.(message, text);
    this.#begin(worker);
  }

  /** The worker no longer has this job. */
  #unassign(worker: WorkerSlot, { lane }: Job): void {
    const left = (worker.lanes.get(lane) ?? 1) - 1;
    worker.lanes.set(lane, left);
    if (left > 0) return;
    worker.lanes.delete(lane);
    this.#lanes.leave(lane);
  }

  /** The first of a worker's jobs runs now. */
  #begin(worker: WorkerSlot): void {
    const [job] = worker.jobs;
    if (!job) return;
    job.startedAt = performance.now();
    if (job.isCanceled) this.#cancelBegun(worker, job);
    else job.call.onStart?.();
  }

  /** The worker gets no other call before it exits; calls queued behind the running one run elsewhere. */
  #stop(worker: WorkerSlot): void {
    worker.send = undefined;
    this.#takeBack(worker);
    this.#process.stopWorker(worker.id);
  }

  #startMissingWorkers(): void {
    if (this.#lanes.queues.every(([lane]) => this.#lanes.isFull(lane))) return;
    for (
      let fast = this.#countFast();
      fast < this.#fastWorkers && this.#workers.size < this.#maxWorkers;
      fast++
    )
      this.#startWorker();
  }

  #countFast(): number {
    let count = 0;
    for (const worker of this.#workers.values()) if (!isSlow(worker)) count += 1;
    return count;
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
    if (!worker) return;
    if (message.type === 'done') {
      worker.isRetiring ||= message.isRetiring;
      return this.#finishAll(worker, message.calls, text);
    }
    // A message about a call that is no longer this worker's says nothing about those that are.
    const job = 'id' in message ? findBegun(worker, message.id) : worker.jobs[0];
    if (!job) return;
    switch (message.type) {
      case 'hello':
        return;
      case 'need':
        return this.#sendSources(worker, job, message.kept);
      case 'host':
        return void this.#answer(worker, job, message, text);
      case 'wake-me':
        return this.#wakeLater(worker, job, message.afterMs);
      case 'parked':
        worker.isRetiring ||= message.isRetiring;
        return this.#park(worker, job, message);
      case 'slow':
        return this.#noteSlow(worker, job);
    }
  }

  #finishAll(worker: WorkerSlot, calls: readonly DoneCall[], text: string): void {
    let from = 0;
    for (const done of calls) {
      const result = text.slice(from, from + done.resultLength);
      from += done.resultLength;
      const job = findBegun(worker, done.id);
      if (!job) continue;
      if (done.hasReturnedOthers) this.#noteSlow(worker, job);
      this.#durations.note(job.call, done.durationMs, job.wasSlow);
      this.#finish(worker, job, toResult(done, result));
    }
  }

  #noteSlow(worker: WorkerSlot, job: Job): void {
    job.wasSlow = true;
    this.#returnOthers(worker, job);
  }

  /** Calls queued behind a slow one return to the front of their queue; none is queued behind a parked one. */
  #returnOthers(worker: WorkerSlot, job: Job): void {
    if (worker.jobs[0] === job) this.#takeBack(worker);
    this.#startMissingWorkers();
  }

  /** Takes back the calls that have not begun. */
  #takeBack(worker: WorkerSlot): void {
    const jobs = worker.jobs.splice(1);
    for (const job of jobs) this.#unassign(worker, job);
    this.#putBack(jobs);
  }

  #putBack(jobs: readonly Job[]): void {
    for (const job of jobs) if (job.isUnwanted) job.settle(failedResult(limits.canceled));
    const wanted = jobs.filter(({ isUnwanted }) => !isUnwanted);
    if (wanted.length === 0) return;
    this.#lanes.putBack(wanted);
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
    this.#resume(worker, job, { type: 'reply', id: job.id, hostCallId: asked.hostCallId, isOk }, text);
  }

  #wakeLater(worker: WorkerSlot, job: Job, afterMs: number): void {
    clearTimeout(job.waker);
    job.waker = setTimeout(() => {
      job.waker = undefined;
      this.#resume(worker, job, { type: 'wake', id: job.id });
    }, afterMs);
    this.#returnOthers(worker, job);
  }

  /** Sends a call what it waits for. */
  #resume(worker: WorkerSlot, job: Job, message: ToWorker, text = ''): void {
    if (findBegun(worker, job.id) !== job) return;
    job.resumptions += 1;
    job.isResumed = true;
    worker.send?.(message, text);
  }

  /** The worker is free for other calls while this one waits, unless what it waits for is under way. */
  #park(worker: WorkerSlot, job: Job, { resumptions, memoryBytes }: ParkedMessage): void {
    if (worker.jobs[0] === job) worker.jobs.shift();
    worker.parked.set(job.id, job);
    job.memoryBytes = memoryBytes;
    if (resumptions < job.resumptions) return;
    job.isResumed = false;
    if (job.isCanceled) worker.send?.({ type: 'cancel', id: job.id }, '');
    worker.idleSince = performance.now();
    this.#dispatch();
  }

  #finish(worker: WorkerSlot, job: Job, result: SandboxResult): void {
    if (worker.jobs[0] === job) worker.jobs.shift();
    else worker.parked.delete(job.id);
    clearTimeout(job.waker);
    job.settle(job.isCanceled ? failedResult(limits.canceled, result) : result);
    this.#unassign(worker, job);
    if (worker.jobs.length > 0) return this.#begin(worker);
    worker.idleSince = performance.now();
    this.#dispatch();
  }

  #lose(workerId: number, reason: WorkerGone['reason'], callId?: number | null): void {
    const worker = this.#workers.get(workerId);
    this.#workers.delete(workerId);
    const jobs = worker ? [...worker.parked.values(), ...worker.jobs] : [];
    if (!worker || jobs.length === 0) return this.#dispatch();
    worker.jobs = [];
    worker.parked.clear();
    for (const job of jobs) {
      clearTimeout(job.waker);
      Object.assign(job, { waker: undefined, resumptions: 0, isResumed: false });
      this.#unassign(worker, job);
    }
    const lost = sortLostJobs(jobs, reason, callId);
    for (const { job, limit } of lost) {
      const durationMs = job.startedAt === 0 ? 0 : performance.now() - job.startedAt;
      if (limit === undefined) continue;
      const wasLate = reason === 'CpuLimit' || reason === 'WallLimit';
      this.#durations.note(job.call, durationMs, job.wasSlow || (wasLate && job.id === callId));
      const isRefused = this.#isClosed || limit === limits.unavailable || limit === limits.lost;
      // Most of it may have been waiting, of which no one knows any more.
      const cpuMs = Math.min(durationMs, job.call.limits.cpuMs);
      job.settle(failedResult(limit, { durationMs, cpuMs, ...(isRefused && { isRefused }) }));
    }
    this.#putBack(lost.filter(({ limit }) => !limit).map(({ job }) => job));
    this.#dispatch();
  }

  #cancel(job: Job): void {
    if (this.#lanes.remove(job)) return job.settle(failedResult(limits.canceled));
    job.isUnwanted = true;
    if (job.call.isOnlyCanceledWaiting) return;
    job.isCanceled = true;
    for (const worker of this.#workers.values()) {
      if (findBegun(worker, job.id) === job) this.#cancelBegun(worker, job);
    }
  }

  #cancelBegun(worker: WorkerSlot, job: Job): void {
    const others = worker.parked.size - Number(worker.parked.has(job.id));
    const isLast = worker.jobs.length === 0 || worker.jobs[0] === job;
    if (isLast && others === 0) this.#stop(worker);
    // Calls that wait beside it must not end with it: it ends once it waits, or its result is not wanted.
    else worker.send?.({ type: 'cancel', id: job.id }, '');
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
      const { jobs, parked, send, isRetiring, idleSince } = worker;
      if (jobs.length + parked.size > 0 || !send || isRetiring || idleSince > before) isIdle = false;
    }
    // All or none: the memory belongs to the whole process.
    if (!isIdle || !this.#lanes.isEmpty) return;
    this.#workers.clear();
    this.#process.end();
  }
}
