import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConflictError, UnprocessableError, ValidationError } from '@atrium/host/errors';
import type { RespondOnce } from '@atrium/host/http/bodies/respond-once';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Clock } from '../clock.ts';
import { noteDone } from '../database/note-done.ts';
import type { Database } from '../database/schema.ts';
import type { Caller } from './caller.ts';
import {
  deleteIdempotencyKey,
  findIdempotencyKey,
  type IdempotencyKey,
  insertIdempotencyKey,
  updateIdempotencyResponse,
} from './idempotency.repository.ts';

const LIFETIME_MS = 24 * 3600 * 1000;
const MAX_KEY_LENGTH = 200;
const WAIT_MS = 30_000;
const POLL_INTERVAL_MS = 200;
/** Requests of a domain that wait for a first one. A double click is one; more are a mistake, and each queries the database. */
const MAX_WAITING = 10;
const STILL_RUNNING = 'The same request is still in progress.';
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
export function createRespondOnce(db: Kysely<Database>, clock: Clock): RespondOnce {
  const waiting = new Map<string, number>();

  /** The answer of the request that came first; undefined when this one is it. */
  async function claim(caller: Caller, key: string, hash: Buffer): Promise<{ answer: unknown } | undefined> {
    const { userId, domainId } = caller;
    const now = clock.now();
    const row = { userId, key, requestHash: hash, createdOn: now };
    const forgetBefore = new Date(now.getTime() - LIFETIME_MS);
    const isFirst = await insertIdempotencyKey(db, row, forgetBefore);
    if (isFirst) return undefined;
    const found = await readStored(userId, key, hash);
    if (found?.isRunning === false) return found;
    const count = waiting.get(domainId) ?? 0;
    if (count >= MAX_WAITING) throw new ConflictError(STILL_RUNNING);
    waiting.set(domainId, count + 1);
    try {
      return await waitForFirst(row, hash, forgetBefore);
    } finally {
      const left = (waiting.get(domainId) ?? 1) - 1;
      if (left === 0) waiting.delete(domainId);
      else waiting.set(domainId, left);
    }
  }

  async function waitForFirst(
    row: IdempotencyKey,
    hash: Buffer,
    forgetBefore: Date,
  ): Promise<{ answer: unknown } | undefined> {
    for (let waited = 0; ; waited += POLL_INTERVAL_MS) {
      const found = await readStored(row.userId, row.key, hash);
      if (found === undefined) {
        if (await insertIdempotencyKey(db, row, forgetBefore)) return undefined;
      } else if (!found.isRunning) {
        return found;
      } else if (waited >= WAIT_MS) {
        throw new ConflictError(STILL_RUNNING);
      }
      await sleep(POLL_INTERVAL_MS);
    }
  }

  /** The first request of the key: its answer, or that it still runs; undefined when there is none (any more). */
  async function readStored(userId: string, key: string, hash: Buffer) {
    const first = await findIdempotencyKey(db, userId, key);
    if (first === undefined) return undefined;
    if (!first.requestHash.equals(hash)) {
      throw new UnprocessableError('This Idempotency-Key was already used for a different request.');
    }
    if (first.isAnswered) return { isRunning: false, answer: first.answer };
    if (clock.now().getTime() - first.createdOn.getTime() <= ABANDONED_AFTER_MS)
      return { isRunning: true, answer: undefined };
    await deleteIdempotencyKey(db, userId, key, first.createdOn);
    return undefined;
  }

  return async (request, work) => {
    const key = readIdempotencyKey(request);
    if (key === undefined || request.caller === undefined) return work();
    const { userId } = request.caller;
    const hash = createHash('sha256')
      .update(JSON.stringify([request.method, request.url, withoutPassword(request.body)]))
      .digest();
    const first = await claim(request.caller, key, hash);
    if (first !== undefined) return first.answer as Awaited<ReturnType<typeof work>>;
    const answer = await work().catch(async (error: unknown) => {
      // A failed request may be retried with the same key.
      await deleteIdempotencyKey(db, userId, key).catch(() => undefined);
      throw error;
    });
    // Completed work must not be repeated: if its result cannot be stored, a repeat within a quarter of an hour gets
    // the answer that the request is in progress.
    await noteDone(
      () => updateIdempotencyResponse(db, userId, key, answer),
      (err) => request.log.warn({ err }, 'The response to an Idempotency-Key could not be kept.'),
    );
    return answer;
  };
}

/** Git credentials do not change the request, and a hash of a password must not be stored. */
function withoutPassword(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('password' in body)) return body;
  const { password: _, ...rest } = body;
  return rest;
}
