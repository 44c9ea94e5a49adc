import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { IdParams } from '../id-params.ts';

export const OperationState = z.enum(['RUNNING', 'DONE', 'FAILED', 'CANCELED']);
export type OperationState = z.infer<typeof OperationState>;

/**
 * Phase of the operation: wait for other pulls and pushes, connect to the remote, receive, read names and
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
  /** Progress within the phase: objects received, files read, services written; `total` is null if unknown. */
  done: z.int(),
  total: z.int().nullable(),
  startedOn: z.iso.datetime(),
  endedOn: z.iso.datetime().nullable(),
  /** Error message, if FAILED. */
  error: z.string().nullable(),
  /** Subject of the operation: `Functions: 17 files`; null if the kind is enough. */
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
 * Cancels a pull or push, whose request is then answered with 422 'Canceled.'. Operations with a `progress` id
 * continue when their client disconnects, and can be found by the id. Others end with their request.
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
