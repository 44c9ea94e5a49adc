import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { TooManyRequestsError } from '@atrium/host/errors';
import { Semaphore } from '@atrium/host/semaphore';
import { CheckBudget, ENTRY_STEPS, TAKES_TOO_LONG } from './check-budget.ts';
import { type CheckQuestion, type CheckResult, findProblem } from './check-question.ts';
import type { PatternTest } from './pattern.ts';

/** Up to 5 ms with patterns: what takes longer is checked in another thread. */
const HERE_STEPS = 20_000;
const IMPORT_STEPS = 50 * ENTRY_STEPS;
/** An import waits for its long checks in a transaction, which PostgreSQL ends when it is idle for 30 s. */
const IMPORT_MS = 15_000;

const THREADS = 2;
const THREAD_MEMORY = { maxOldGenerationSizeMb: 128 };
const MAX_WAITING = 100;
/** Less than a function may run, which is told then. */
const PATIENCE_MS = 5_000;
/** A check ends by itself after a quarter of a second of the processor; on a busy machine that takes a while. */
const THREAD_TIMEOUT_MS = 10_000;

/** Processor time of the threads that a domain may use at once, and the share of one that it gets back. */
const MAX_DOMAIN_MS = 10_000;
const DOMAIN_SHARE = 0.05;
const ENTRY_MS = 250;
const RETRY_SECONDS = 5;

/** Validation error; undefined if the value is valid. */
export type Check = (question: CheckQuestion) => Promise<string | undefined>;

/**
 * Checks schemas and entries. Customers write both, and one process answers all of them: what takes more than a moment runs in
 * threads of its own, one for a domain at a time, within the processor time of the domain.
 */
export class Checks {
  readonly #testPattern: PatternTest;
  readonly #now: () => number;
  readonly #maxDomainMs: number;
  readonly #semaphore = new Semaphore(
    { permits: THREADS, permitsPerKey: 1, maxWaiting: MAX_WAITING, maxWaitMs: PATIENCE_MS },
    { full: tooMany },
  );
  readonly #used = new Map<string, { ms: number; at: number }>();
  /** Checks of these took long before, and are not tried in this thread again. */
  readonly #slow = new WeakSet<object>();
  readonly #idle: Worker[] = [];
  readonly #threads = new Set<Worker>();

  constructor(testPattern: PatternTest, { now = () => performance.now(), maxDomainMs = MAX_DOMAIN_MS } = {}) {
    this.#testPattern = testPattern;
    this.#now = now;
    this.#maxDomainMs = maxDomainMs;
  }

  async check(domainId: string, question: CheckQuestion): Promise<string | undefined> {
    return (await this.#answer(domainId, question)).problem;
  }

  /** An import is refused for lack of time before its first long check, or not at all. */
  forImport(domainId: string): Check {
    let left = IMPORT_STEPS;
    let hasTime = false;
    let endsAt = Infinity;
    return async (question) => {
      const startedAt = this.#now();
      if (startedAt > endsAt) return TAKES_TOO_LONG;
      const { problem, steps } = await this.#answer(domainId, question, hasTime);
      if (steps > HERE_STEPS) {
        hasTime = true;
        endsAt = Math.min(endsAt, startedAt + IMPORT_MS);
      }
      left -= steps;
      return left < 0 ? TAKES_TOO_LONG : problem;
    };
  }

  async close(): Promise<void> {
    await Promise.all([...this.#threads].map((thread) => thread.terminate()));
  }

  async #answer(
    domainId: string,
    question: CheckQuestion,
    hasTime = false,
  ): Promise<Omit<CheckResult, 'processorMs'>> {
    const { schema } = question;
    const isObject = typeof schema === 'object' && schema !== null;
    if (!isObject || !this.#slow.has(schema)) {
      const budget = new CheckBudget(this.#testPattern, HERE_STEPS);
      const problem = findProblem(question, budget);
      if (!budget.isExceeded) return { problem, steps: budget.spent };
      if (isObject) this.#slow.add(schema);
    }
    if (!hasTime) this.#refuseWithoutTime(domainId);
    return this.#semaphore.run(domainId, async () => {
      // Used up by those before it.
      if (!hasTime) this.#refuseWithoutTime(domainId);
      const answer = await this.#askThread(question);
      this.#used.set(domainId, { ms: this.#usedMs(domainId) + answer.processorMs, at: this.#now() });
      return answer;
    });
  }

  async #askThread(question: CheckQuestion): Promise<CheckResult> {
    const thread = this.#idle.pop() ?? this.#startThread();
    try {
      const startedAt = performance.now();
      thread.postMessage(question);
      // A large schema takes time to write here, and as much to read there.
      const sendingMs = 2 * (performance.now() - startedAt);
      const signal = AbortSignal.timeout(THREAD_TIMEOUT_MS);
      const [answer] = (await once(thread, 'message', { signal })) as [CheckResult];
      this.#idle.push(thread);
      return { ...answer, processorMs: answer.processorMs + sendingMs };
    } catch {
      // It took too long or too much memory.
      this.#threads.delete(thread);
      await thread.terminate();
      return { problem: TAKES_TOO_LONG, steps: ENTRY_STEPS, processorMs: THREAD_TIMEOUT_MS };
    }
  }

  #startThread(): Worker {
    const thread = new Worker(new URL('./check.worker.ts', import.meta.url), {
      resourceLimits: THREAD_MEMORY,
    });
    thread.on('error', () => undefined);
    thread.unref();
    this.#threads.add(thread);
    return thread;
  }

  #usedMs(domainId: string): number {
    const used = this.#used.get(domainId);
    if (used === undefined) return 0;
    const ms = used.ms - (this.#now() - used.at) * DOMAIN_SHARE;
    if (ms > 0) return ms;
    this.#used.delete(domainId);
    return 0;
  }

  #refuseWithoutTime(domainId: string): void {
    const over = this.#usedMs(domainId) - this.#maxDomainMs;
    if (over < 0) return;
    throw new TooManyRequestsError(
      'Checking the entries of your collections has taken too much processor time. Please try again later, or use simpler patterns in their schemas.',
      Math.ceil((over + ENTRY_MS) / DOMAIN_SHARE / 1000),
    );
  }
}

function tooMany(): TooManyRequestsError {
  return new TooManyRequestsError(
    'Too many entries that take long to check are already waiting. Please try again in a moment, or use simpler patterns in the schemas of your collections.',
    RETRY_SECONDS,
  );
}
