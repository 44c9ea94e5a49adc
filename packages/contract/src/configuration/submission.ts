import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { FieldError } from '../errors.ts';
import { IdParams } from '../id-params.ts';
import { RefusedImport } from '../service-api/versions/import.ts';
import { ConfirmedService, MovedFiles, NothingDone } from './confirm.ts';
import { GitRefusal } from './git-failure.ts';
import { orNull } from './git-request.ts';
import { MAX_UPLOAD_BYTES } from './limits.ts';
import { OperationState } from './progress.ts';
import { Uncovered } from './protection.ts';

/** Longest text of a draft, in characters. */
const MAX_DRAFT = 12 * 1024 * 1024;

/** RUN: all tests run once every service is live. RETURN: if one fails, every service is returned to the version before. */
export const SubmissionTests = z.enum(['NONE', 'RUN', 'RETURN']);
export type SubmissionTests = z.infer<typeof SubmissionTests>;

/**
 * WAITING: the run has not started, because a service is unavailable, or with RETURN because another run is
 * active. STARTED: `runId` is the run; with a `reason` it was already running.
 * UNTESTED: no run could be started, and nothing is rolled back. The others apply to a submission with RETURN.
 * RETURNING: a test failed and the services are being rolled back. RETURNED: all are rolled back. KEPT: the
 * submission stays live. REFUSED: a concurrent change or a service prevented part of the rollback.
 */
export const SubmissionTestState = z.enum([
  'WAITING',
  'STARTED',
  'UNTESTED',
  'RETURNING',
  'RETURNED',
  'KEPT',
  'REFUSED',
]);
export type SubmissionTestState = z.infer<typeof SubmissionTestState>;

/** Why a service was not submitted: the error with which `confirmPull` would have answered. */
const SubmitFailure = z.object({
  status: z.int(),
  message: z.string(),
  errors: z.array(FieldError).optional(),
  details: z.union([MovedFiles, RefusedImport, Uncovered, GitRefusal, NothingDone]).optional(),
});
export type SubmitFailure = z.infer<typeof SubmitFailure>;

/** The outcome of one service of a submission. */
export const SubmittedService = z.object({
  serviceId: z.string(),
  /** The live version; null if the service could not be submitted. */
  version: z.int().nullable(),
  /** Null when nothing had to change, or the service could not be submitted. */
  backupId: z.string().nullable(),
  error: SubmitFailure.nullable(),
});
export type SubmittedService = z.infer<typeof SubmittedService>;

/** A change of the live configuration of several services, from the submit until it is tested. */
export const Submission = z.object({
  id: z.string(),
  /** Status of the submission. FAILED: at least one service could not be submitted, so no tests run. */
  state: OperationState,
  /** Results so far, in the order of submission. */
  services: z.array(SubmittedService),
  /** Null if no tests were asked for, or none are due yet. */
  tests: SubmissionTestState.nullable(),
  /** Reason why no tests ran, why an earlier run is shown, or why the submission stayed live. */
  reason: z.string().nullable(),
  runId: z.string().nullable(),
});
export type Submission = z.infer<typeof Submission>;

/**
 * Submits services of a pull as `confirmPull` submits one, then runs the tests if that is asked for. A service that fails does
 * not stop the others, but no tests run; what failed can be submitted again under the same `backupKey`, and the tests then
 * decide about everything submitted under it since its last run. The work goes on if the caller leaves or the server is
 * restarted. Sent again with the same `id` it waits for the first call and answers with its outcome. Tests need `tests.run` too.
 */
export const submitPull = defineEndpoint({
  method: 'POST',
  path: '/console/v1/git/config/submissions',
  access: 'AUTHENTICATED',
  permission: 'configuration.write',
  tag: 'configuration',
  summary: 'Submit services of a pull, run the tests, and return all of the services if one fails',
  body: z.object({
    /** Chosen by the caller; `getProgress` returns the progress under it. */
    id: z.uuid(),
    uuid: z.uuid(),
    /** If empty, the tests cover the earlier submission with this `backupKey`. */
    services: z
      .array(ConfirmedService)
      .max(200, { abort: true })
      .refine((services) => new Set(services.map(({ serviceId }) => serviceId)).size === services.length, {
        message: 'Each service can be submitted once.',
      }),
    message: orNull(z.string().max(10_000)),
    backupKey: z.uuid(),
    tests: SubmissionTests.default('NONE'),
    /** With RETURN: the choices to resume from. JSON text that is opaque to the server. */
    draft: z.string().max(MAX_DRAFT).optional(),
  }),
  response: Submission,
  errors: ['conflict', 'tooLarge', 'unavailable'],
  maxBodyBytes: MAX_UPLOAD_BYTES,
});

export const getSubmission = defineEndpoint({
  method: 'GET',
  path: '/console/v1/git/config/submissions/{id}',
  access: 'AUTHENTICATED',
  permission: 'configuration.read',
  tag: 'configuration',
  summary: 'Get a submission of several services, and the state of its tests',
  params: IdParams,
  response: Submission,
  errors: ['notFound'],
});
