import { availableParallelism } from 'node:os';
import type { FastifyReply } from 'fastify';
import { CallerLeftError, TooManyRequestsError } from '../../errors.ts';
import { createTurns, type Turn, type Turns } from '../../turns.ts';

/** Of one domain; who comes after them is refused at once. */
const MAX_WAITING = 32;
/** Whoever waits longer is better told to come again. */
const PATIENCE_MS = 10_000;
const RETRY_AFTER_SECONDS = 5;
/** A long answer is still made while it is sent; whoever reads slowly does not keep a turn for it. */
const SENT_WITHIN_MS = 2_000;

declare module 'fastify' {
  interface FastifyInstance {
    /** Set by a product with slow endpoints. */
    slowTurns?: SlowTurns;
  }
}

interface SlowTurnsOptions {
  /** Connections of this process to the database. */
  poolSize: number;
  /** Of this machine, where the database often runs as well. */
  processors?: number;
  patienceMs?: number;
}

/** How many slow calls of one domain run at the same time. */
export function turnsOfDomain(poolSize: number, processors = availableParallelism()): number {
  return Math.min(Math.ceil(poolSize / 5), Math.max(1, Math.floor(processors / 2)));
}

/**
 * Slow calls take turns: a few of one domain at the same time, so that it keeps no more than half of the processors
 * busy, and so many of all that half of the connections to the database are left for everything else.
 */
export class SlowTurns {
  readonly #turns: Turns;
  readonly #patienceMs: number;

  constructor({ poolSize, processors, patienceMs = PATIENCE_MS }: SlowTurnsOptions) {
    const atOnce = Math.ceil(poolSize / 2);
    const perKey = turnsOfDomain(poolSize, processors);
    this.#turns = createTurns({ atOnce, perKey, maxWaiting: MAX_WAITING }, { full: refusal, left: reasonOf });
    this.#patienceMs = patienceMs;
  }

  /**
   * Runs the work when it is the domain's turn, which lasts until the answer is sent, or two seconds longer than the work.
   * Throws 429 if too many wait already, or for too long.
   */
  async run<Result>(domainId: string, reply: FastifyReply, work: () => Promise<Result>): Promise<Result> {
    // Of a caller who has left already, no end would be heard.
    if (reply.raw.closed) throw new CallerLeftError();
    const waiting = new AbortController();
    const leave = () => waiting.abort(new CallerLeftError());
    const timer = setTimeout(() => waiting.abort(refusal()), this.#patienceMs);
    reply.raw.once('close', leave);
    try {
      const turn = await this.#turns.take(domainId, waiting.signal);
      clearTimeout(timer);
      try {
        return await work();
      } finally {
        endWhenSent(turn, reply);
      }
    } finally {
      clearTimeout(timer);
      reply.raw.off('close', leave);
    }
  }
}

function endWhenSent(turn: Turn, { raw }: FastifyReply): void {
  const end = () => {
    clearTimeout(late);
    turn[Symbol.dispose]();
  };
  const late = setTimeout(end, SENT_WITHIN_MS).unref();
  if (raw.closed) end();
  // Whoever has left lets nothing be finished.
  else raw.once('finish', end).once('close', end);
}

function refusal(): TooManyRequestsError {
  return new TooManyRequestsError(
    'Too many requests of your domain that take long are already running. Please try again in a moment.',
    RETRY_AFTER_SECONDS,
  );
}

function reasonOf({ reason }: AbortSignal): Error {
  return reason as Error;
}
