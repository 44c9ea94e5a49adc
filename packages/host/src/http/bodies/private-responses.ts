import type { FastifyInstance } from 'fastify';

/** Cache header of responses that the client may store if it revalidates them each time. */
export const ASK_EACH_TIME = 'private, no-cache';

/** Marks responses as private: no cache stores them, unless a route sets its own header. */
export function keepResponsesPrivate(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    done();
  });
}
