import { availableParallelism } from 'node:os';
import type { FastifyReply } from 'fastify';
import { CallerLeftError, TooManyRequestsError } from '../../errors.ts';
import { type Permit, Semaphore } from '../../semaphore.ts';

/** Queue limit per domain; further calls are refused immediately. */
const MAX_WAITING = 32;
/** Longest wait in the queue. Beyond it, a retry later is better for the caller. */
const PATIENCE_MS = 10_000;
const RETRY_AFTER_SECONDS = 5;
/** A large response is still produced while it is sent, but a slow reader doesn't hold a permit for it. */
const SENT_WITHIN_MS = 2_000;

declare module 'fastify' {
  interface FastifyInstance {
    /** Set by a product with slow endpoints. */
    slowCallLimit?: SlowCallLimit;
  }
}

interface SlowCallLimitOptions {
  /** Connections of this process to the database. */
  poolSize: number;
  /** Permits per machine; the database often runs on the same one. */
  processors?: number;
  patienceMs?: number;
}

/** Number of concurrent slow calls per domain. */
export function slowCallsPerDomain(poolSize: number, processors = availableParallelism()): number {
  return Math.min(Math.ceil(poolSize / 5), Math.max(1, Math.floor(processors / 2)));
}

/**
 * Limits slow calls: a few of one domain at the same time, so that it keeps no more than half of the processors busy, and
 * so many of all that half of the connections to the database are left for everything else.
 */
export class SlowCallLimit {
  readonly #semaphore: Semaphore;

  constructor({ poolSize, processors, patienceMs = PATIENCE_MS }: SlowCallLimitOptions) {
    this.#semaphore = new Semaphore(
      {
        permits: Math.ceil(poolSize / 2),
        permitsPerKey: slowCallsPerDomain(poolSize, processors),
        maxWaiting: MAX_WAITING,
        maxWaitMs: patienceMs,
      },
      { full: refusal },
    );
  }

  /**
   * Runs the work with a permit of the domain, which is held until the answer is sent, or two seconds longer than the work.
   * Throws 429 if too many wait already, or for too long.
   */
  async run<Result>(domainId: string, reply: FastifyReply, work: () => Promise<Result>): Promise<Result> {
    // A caller that has already disconnected emits no close event.
    if (reply.raw.closed) throw new CallerLeftError();
    const waiting = new AbortController();
    const leave = () => waiting.abort(new CallerLeftError());
    reply.raw.once('close', leave);
    try {
      const permit = await this.#semaphore.acquire(domainId, { signal: waiting.signal });
      try {
        return await work();
      } finally {
        releaseWhenSent(permit, reply);
      }
    } finally {
      reply.raw.off('close', leave);
    }
  }
}

function releaseWhenSent(permit: Permit, { raw }: FastifyReply): void {
  const end = () => {
    clearTimeout(late);
    permit[Symbol.dispose]();
  };
  const late = setTimeout(end, SENT_WITHIN_MS).unref();
  if (raw.closed) end();
  // A disconnect ends the call without a finish event.
  else raw.once('finish', end).once('close', end);
}

function refusal(): TooManyRequestsError {
  return new TooManyRequestsError(
    'Too many requests of your domain that take long are already running. Please try again in a moment.',
    RETRY_AFTER_SECONDS,
  );
}
