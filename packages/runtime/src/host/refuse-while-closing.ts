import { finished } from 'node:stream';
import { DRAINING_HEADER } from '@atrium/contract/service-api/draining';
import { UnavailableError } from '@atrium/host/errors';
import type { Lifecycle } from '@atrium/host/lifecycle';
import type { FastifyInstance } from 'fastify';

/** Refuses calls that arrive while the process ends, with a header that lets the caller send them elsewhere. */
export function refuseWhileClosing(app: FastifyInstance, lifecycle: Lifecycle): void {
  app.addHook('onRequest', ({ raw }, reply, done) => {
    if (lifecycle.phase !== 'closing') return done();
    reply.header(DRAINING_HEADER, 'true');
    // The connection ends with the response: what of the body arrives later would reset it, and the response would be lost.
    finished(raw.resume(), { writable: false }, () =>
      done(new UnavailableError('The service is being stopped.', 1)),
    );
  });
}
