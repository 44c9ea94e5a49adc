import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { RunId, tag } from './test-runs.ts';

/**
 * WAITING: the run is not over. RETURNING: a test failed, and the services are being rolled back. RETURNED: all
 * are rolled back. KEPT: the submission stays live. REFUSED: a concurrent change or a service prevented all or
 * part of the rollback; the reason has the details.
 */
export const ReturnState = z.enum(['WAITING', 'RETURNING', 'RETURNED', 'KEPT', 'REFUSED']);
export type ReturnState = z.infer<typeof ReturnState>;

export const ReturnedService = z.object({
  serviceId: z.string(),
  serviceName: z.string(),
  /** The version before the submit, and the one that it made. */
  before: z.int(),
  submitted: z.int(),
  /** The version that has the files of `before` again; while they are put back, of those services that are. */
  returned: z.int().nullable(),
});
export type ReturnedService = z.infer<typeof ReturnedService>;

/** Action for a submission when a test of the following run fails. */
export const SubmitReturn = z.object({
  state: ReturnState,
  /** Why nothing was returned, in words. */
  reason: z.string().nullable(),
  services: z.array(ReturnedService),
  /** The pull whose choices are kept as a draft; null where there are none. */
  pullId: z.string().nullable(),
});
export type SubmitReturn = z.infer<typeof SubmitReturn>;

export const getSubmitReturn = defineEndpoint({
  method: 'GET',
  path: '/console/v1/tests/run/{runId}/return',
  access: 'AUTHENTICATED',
  permission: 'configuration.read',
  tag,
  summary: 'Get what becomes of the submit that a test run follows; empty if the run is not to return one',
  params: RunId,
  response: SubmitReturn.optional(),
});

export const getReturnDraft = defineEndpoint({
  method: 'GET',
  path: '/console/v1/tests/run/{runId}/draft',
  access: 'AUTHENTICATED',
  permission: 'configuration.read',
  tag,
  summary: 'Get the choices of a submit that was returned, to go on from',
  params: RunId,
  response: z.object({
    pullId: z.string(),
    /** The `draft` of the submission. */
    choices: z.string(),
  }),
  errors: ['notFound'],
});
