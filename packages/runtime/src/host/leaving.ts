import type { FastifyReply } from 'fastify';
import { Cancellation } from '../sandbox/cancellation.ts';

/** Canceled when the caller goes away; after the answer that changes nothing. */
export function leavingOf({ raw }: FastifyReply): Cancellation {
  const leaving = new Cancellation();
  raw.once('close', () => leaving.cancel());
  // A caller that has already disconnected emits no close event.
  if (raw.destroyed) leaving.cancel();
  return leaving;
}
