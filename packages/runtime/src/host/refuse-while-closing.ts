import { DRAINING_HEADER } from '@atrium/contract/service-api/draining';
import { UnavailableError } from '@atrium/host/errors';
import type { Lifecycle } from '@atrium/host/lifecycle';
import type { FastifyInstance } from 'fastify';

/** A call that arrives while the process ends is not begun, and says so: whoever made it can make it elsewhere. */
export function refuseWhileClosing(app: FastifyInstance, lifecycle: Lifecycle): void {
  app.addHook('onRequest', async (_request, reply) => {
    if (lifecycle.phase !== 'closing') return;
    reply.header(DRAINING_HEADER, 'true');
    throw new UnavailableError('The service is being stopped.', 1);
  });
}
