import type { FastifyRequest } from 'fastify';

/**
 * Makes a write safe to retry: the same `Idempotency-Key` and body get the same response for a day, and work once. A
 * product with idempotent endpoints decorates its application with one.
 */
export type AnswerOnce = <Answer>(request: FastifyRequest, work: () => Promise<Answer>) => Promise<Answer>;

declare module 'fastify' {
  interface FastifyInstance {
    answerOnce?: AnswerOnce;
  }
}
