import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { ReturnOnFailure } from './return-on-failure.ts';
import { tag } from './test-runs.ts';

/**
 * WAITING: what was submitted is live and not tested yet. STARTED: a run decides about it. UNTESTED: no run could be
 * started, and nothing is returned.
 */
export const ReturnWishState = z.enum(['WAITING', 'STARTED', 'UNTESTED']);
export type ReturnWishState = z.infer<typeof ReturnWishState>;

/** A submit that is to be tested, and returned if a test fails, whatever becomes of the browser that submits. */
export const ReturnWish = z.object({
  backupKey: z.uuid(),
  state: ReturnWishState,
  /** Why the tests did not run, in words. */
  reason: z.string().nullable(),
  /** The run that decides. */
  runId: z.string().nullable(),
  createdOn: z.iso.datetime(),
});
export type ReturnWish = z.infer<typeof ReturnWish>;

export const listReturnWishes = defineEndpoint({
  method: 'GET',
  path: '/console/v1/tests/return',
  access: 'AUTHENTICATED',
  permission: 'configuration.read',
  tag,
  summary: 'List the submits of the last day that are to be returned if a test fails, newest first',
  response: z.array(ReturnWish),
});

/**
 * Sent before the first service is submitted. Whoever submits can start the run themselves; if they do not, or if
 * another run is going, the platform does. Needs `tests.run` too.
 */
export const updateReturnWish = defineEndpoint({
  method: 'PUT',
  path: '/console/v1/tests/return',
  access: 'AUTHENTICATED',
  permission: 'configuration.write',
  tag,
  summary: 'Note that a submit is to be tested, and returned if a test fails, or no longer',
  body: ReturnOnFailure.extend({
    /** False takes the wish back, as long as no run has started. */
    isWanted: z.boolean().default(true),
    /** The services that are to be changed: the run that the platform starts waits for each of them, for five minutes. */
    serviceIds: z.array(z.string().min(1).max(200)).max(200).optional(),
  }),
  errors: ['conflict', 'tooLarge'],
  maxBodyBytes: 16 * 1024 * 1024,
});
