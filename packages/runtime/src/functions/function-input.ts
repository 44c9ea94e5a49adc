import { ValidationError } from '@atrium/host/errors';
import type { FastifyReply } from 'fastify';
import { Cancellation } from '../sandbox/cancellation.ts';

export interface FunctionParams {
  folder?: string;
  name: string;
}

/** Canceled when the caller goes away; after the answer that changes nothing. */
export function leavingOf(reply: FastifyReply): Cancellation {
  const leaving = new Cancellation();
  reply.raw.once('close', () => leaving.cancel());
  return leaving;
}

/** Any other text than the path of a function names none. */
export function nameOf(name: string, folder?: string): string {
  return folder === undefined ? name : `${folder}/${name}`;
}

/** Returns the body of a call as the text that the function gets. */
export function inputOf(body: unknown): string {
  return typeof body === 'string' ? checked(body) : '';
}

/** V8 reads JSON faster than the sandbox could refuse it, and the caller learns that it was the request. */
function checked(text: string): string {
  if (text === '') return text;
  try {
    JSON.parse(text);
  } catch {
    throw new ValidationError('The body is not JSON.');
  }
  return text;
}
