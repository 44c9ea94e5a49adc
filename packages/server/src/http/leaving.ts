import { CanceledError } from '@atrium/host/errors';
import type { FastifyReply } from 'fastify';

/** Aborted when the caller goes away before the answer. */
export function leaving(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => controller.abort(new CanceledError()));
  // A caller that has already disconnected emits no close event.
  if (reply.raw.destroyed) controller.abort(new CanceledError());
  return controller.signal;
}
