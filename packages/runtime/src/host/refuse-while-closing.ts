import { DRAINING_HEADER } from '@atrium/contract/service-api/draining';
import { UnavailableError } from '@atrium/host/errors';
import type { Lifecycle } from '@atrium/host/lifecycle';
import type { FastifyInstance } from 'fastify';

/** A call that arrives while the process ends is not begun, and says so: whoever made it can make it elsewhere. */
export function refuseWhileClosing(app: FastifyInstance, lifecycle: Lifecycle): void {
  app.addHook('onRequest', (_request, reply, done) => {
    if (lifecycle.phase !== 'closing') return done();
    reply.header(DRAINING_HEADER, 'true');
    done(new UnavailableError('The service is being stopped.', 1));
  });
}
