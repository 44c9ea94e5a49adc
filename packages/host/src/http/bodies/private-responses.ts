import type { FastifyInstance } from 'fastify';

/** Of a state that its reader may keep, if the server is asked each time whether it still holds. */
export const ASK_EACH_TIME = 'private, no-cache';

/** Answers are for the one who asked: no one stores them, unless a route says for itself how long they hold. */
export function keepResponsesPrivate(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    done();
  });
}
