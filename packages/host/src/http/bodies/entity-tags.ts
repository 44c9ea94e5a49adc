import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ValidationError } from '../../errors.ts';
import { ASK_EACH_TIME } from './private-responses.ts';

/** Identifies the state in a response: a version's number, a checksum. */
export function tag(reply: FastifyReply, value: string | number): void {
  reply.header('etag', `"${value}"`).header('cache-control', ASK_EACH_TIME);
}

/** Like `tag`; true if the client already has this state and is answered `notModified`. */
export function isKnown(request: FastifyRequest, reply: FastifyReply, value: string | number): boolean {
  tag(reply, value);
  const known = request.headers['if-none-match'];
  return known !== undefined && listed(known).includes(`"${value}"`);
}

/** For responses without an identifier. */
export function digestOf(answer: unknown): string {
  return createHash('sha256').update(JSON.stringify(answer)).digest('base64url').slice(0, 22);
}

/** The live versions for which a write is meant; undefined where any will do. */
export function readIfMatch(request: FastifyRequest): number[] | undefined {
  const wanted = request.headers['if-match'];
  if (wanted === undefined || wanted === '*') return undefined;
  return listed(wanted).map((entry) => {
    const version = /^"(\d{1,9})"$/.exec(entry)?.[1];
    if (version === undefined) throw new ValidationError('If-Match is not a version, such as "7".');
    return Number(version);
  });
}

function listed(header: string): string[] {
  return header.split(',').map((entry) => entry.trim().replace(/^W\//, ''));
}
