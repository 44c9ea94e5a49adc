import type { FastifyReply } from 'fastify';
import { Cancellation } from '../sandbox/cancellation.ts';

/** Canceled when the caller goes away; after the answer that changes nothing. */
export function leavingOf({ raw }: FastifyReply): Cancellation {
  const leaving = new Cancellation();
  raw.once('close', () => leaving.cancel());
  // Of a caller who has left already, no end would be heard.
  if (raw.destroyed) leaving.cancel();
  return leaving;
}
