import type { FastifyRequest } from 'fastify';

/**
 * Makes a write safe to retry: the same `Idempotency-Key` and body get the same response for a day, and work once. A
 * product with idempotent endpoints decorates its application with one.
 */
export type RespondOnce = <Returned>(
  request: FastifyRequest,
  work: () => Promise<Returned>,
) => Promise<Returned>;

declare module 'fastify' {
  interface FastifyInstance {
    respondOnce?: RespondOnce;
  }
}
