import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConflictError, UnprocessableError, ValidationError } from '@atrium/host/errors';
import type { AnswerOnce } from '@atrium/host/http/answer-once';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/schema.ts';
import {
  deleteIdempotencyKey,
  findIdempotencyKey,
  insertIdempotencyKey,
  updateIdempotencyAnswer,
} from './idempotency.repository.ts';

const LIFETIME_MS = 24 * 3600 * 1000;
const MAX_KEY_LENGTH = 200;
const WAIT_MS = 30_000;
const LOOK_EVERY_MS = 200;
/** A first request that has not ended after this long has lost its process. */
const ABANDONED_AFTER_MS = 15 * 60_000;

/** The key that a client gave. Throws ValidationError for one that cannot be kept: cut off, it would be another. */
function readIdempotencyKey({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || key === '' || key.length > MAX_KEY_LENGTH) {
    throw new ValidationError(`Idempotency-Key must have 1 to ${MAX_KEY_LENGTH} characters.`);
  }
  return key;
}

/** Keeps the responses of idempotent endpoints in the database, so that every process that a retry reaches knows them. */
export function createAnswerOnce(db: Kysely<Database>, clock: Clock): AnswerOnce {
  /** The answer of the request that came first; undefined when this one is it. */
  async function takeTurn(
    userId: string,
    key: string,
    hash: Buffer,
  ): Promise<{ answer: unknown } | undefined> {
    for (let waited = 0; ; waited += LOOK_EVERY_MS) {
      const now = clock.now();
      const row = { userId, key, requestHash: hash, createdOn: now };
      if (await insertIdempotencyKey(db, row, new Date(now.getTime() - LIFETIME_MS))) return undefined;
      const first = await findIdempotencyKey(db, userId, key);
      if (first === undefined) continue;
      if (!first.requestHash.equals(hash)) {
        throw new UnprocessableError('This Idempotency-Key was already used for a different request.');
      }
      if (first.isAnswered) return { answer: first.answer };
      if (now.getTime() - first.createdOn.getTime() > ABANDONED_AFTER_MS) {
        await deleteIdempotencyKey(db, userId, key, first.createdOn);
      } else if (waited >= WAIT_MS) {
        throw new ConflictError('The same request is still in progress.');
      }
      await sleep(LOOK_EVERY_MS);
    }
  }

  return async (request, work) => {
    const key = readIdempotencyKey(request);
    if (key === undefined || request.caller === undefined) return work();
    const { userId } = request.caller;
    const hash = createHash('sha256')
      .update(JSON.stringify([request.method, request.url, withoutPassword(request.body)]))
      .digest();
    const first = await takeTurn(userId, key, hash);
    if (first !== undefined) return first.answer as Awaited<ReturnType<typeof work>>;
    try {
      const answer = await work();
      await updateIdempotencyAnswer(db, userId, key, answer);
      return answer;
    } catch (error) {
      // What failed may be tried again under the same key.
      await deleteIdempotencyKey(db, userId, key).catch(() => undefined);
      throw error;
    }
  };
}

/** Who signs in to git does not change the request, and a hash of a password must not be stored. */
function withoutPassword(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('password' in body)) return body;
  const { password: _, ...rest } = body;
  return rest;
}
