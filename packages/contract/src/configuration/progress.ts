import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { IdParams } from '../id-params.ts';

export const OperationState = z.enum(['RUNNING', 'DONE', 'FAILED', 'CANCELED']);
export type OperationState = z.infer<typeof OperationState>;

/**
 * What the operation does now: wait until other pulls and pushes have ended, reach the remote, receive, read names and
 * contents, compare, write.
 */
export const OperationPhase = z.enum(['WAIT', 'CONNECT', 'FETCH', 'READ', 'COMPARE', 'WRITE']);
export type OperationPhase = z.infer<typeof OperationPhase>;

/** A pull, push, import, submit or return to a version that runs, or ran within the last day. */
export const Operation = z.object({
  /** The `progress` id of the request that started it. */
  id: z.string(),
  /** A submit is of a pull, an import of JSON bodies. */
  kind: z.enum(['PULL', 'PUSH', 'IMPORT', 'SUBMIT', 'RETURN']),
  state: OperationState,
  phase: OperationPhase,
  /** Of the phase: objects received, files read, services written; `total` is null when not known. */
  done: z.int(),
  total: z.int().nullable(),
  startedOn: z.iso.datetime(),
  endedOn: z.iso.datetime().nullable(),
  /** What went wrong, when FAILED. */
  error: z.string().nullable(),
  /** What it is about: `Hyper Dispatch: 17 files`; null where the kind says all. */
  about: z.string().nullable(),
  /** The pull that resulted from it or is submitted, to continue with. */
  uuid: z.string().nullable(),
});
export type Operation = z.infer<typeof Operation>;

/** Whether it talks to a git host: that begins with connecting, and can be canceled. */
export const isExchange = (kind: Operation['kind']): boolean => kind === 'PULL' || kind === 'PUSH';

export const getProgress = defineEndpoint({
  method: 'GET',
  path: '/console/v1/git/config/progress/{id}',
  access: 'AUTHENTICATED',
  permission: 'none',
  isForKeys: true,
  tag: 'configuration',
  summary: 'Get the progress of a pull, push, import, submit or return to a version',
  params: IdParams,
  response: Operation,
  errors: ['notFound'],
});

/** Newest first; what 'Import progress' offers to resume. */
export const listProgress = defineEndpoint({
  method: 'GET',
  path: '/console/v1/git/config/progress',
  access: 'AUTHENTICATED',
  permission: 'none',
  isForKeys: true,
  tag: 'configuration',
  summary: "List the caller's pulls, pushes, imports, submits and returns to a version of the last day",
  response: z.object({ operations: z.array(Operation) }),
});

/**
 * Stops a pull or push; its request then answers 422 'Canceled.'. Whoever named a `progress` id may leave: the work goes
 * on, and is found again by it. Without one it ends with its request.
 */
export const cancelOperation = defineEndpoint({
  method: 'DELETE',
  path: '/console/v1/git/config/progress/{id}',
  access: 'AUTHENTICATED',
  permission: 'none',
  isForKeys: true,
  tag: 'configuration',
  summary: 'Cancel a pull or push',
  params: IdParams,
  errors: ['notFound'],
});
