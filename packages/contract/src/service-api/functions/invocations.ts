import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { knownFields } from '../../known-fields.ts';
import { MAX_CALL_BYTES } from './call-limits.ts';
import { CallRecording } from './call-recording.ts';
import { FunctionFailure } from './invoke.ts';

/** Most days that calls are kept in the log: an operator may choose fewer, and a domain's share may be used up before. */
export const LOG_DAYS = 14;
/** Most of an input or a result that the log keeps, in characters. */
export const MAX_LOGGED_TEXT = 16 * 1024;
/** Maximum calls per second and domain that a process logs, of successes and of failures; all are counted. */
export const MAX_LOGGED_PER_SECOND = 100;

export const InvocationStatus = z.enum(['OK', 'FAIL']);
export type InvocationStatus = z.infer<typeof InvocationStatus>;

/** `CONSOLE` for calls that a person made on the page of a function. */
export const InvocationSource = z.enum(['API', 'CONSOLE']);
export type InvocationSource = z.infer<typeof InvocationSource>;

/** Path of a function below `functions`: `orders/create`. */
export const FunctionName = z.string().min(1).max(600, { abort: true });

export const Invocation = z.object({
  id: z.uuid(),
  calledOn: z.iso.datetime(),
  function: FunctionName,
  /** Start of the call: an event, or a request to an address (`POST /hooks/stripe`); null for a direct call. */
  event: z.string().nullable(),
  /** Version of the configuration that ran. */
  version: z.int(),
  userId: z.string(),
  source: InvocationSource,
  status: InvocationStatus,
  durationMs: z.number(),
  memoryBytes: z.int(),
  /** `TypeError: x is not a function`, cut; null if the call succeeded. */
  error: z.string().nullable(),
});
export type Invocation = z.infer<typeof Invocation>;

export const InvocationDetails = Invocation.extend({
  /** JSON, cut after `MAX_LOGGED_TEXT` characters; empty for a call without a body. */
  input: z.string(),
  result: z.string(),
  console: z.string(),
  failure: FunctionFailure.omit({ console: true }).nullable(),
});
export type InvocationDetails = z.infer<typeof InvocationDetails>;

/** Most calls of a page with their details: each of their texts may be long. */
export const MAX_DETAILED_CALLS = 50;

/** A call as a page of the log has it: its details are there only where they were asked for. */
export const ListedInvocation = Invocation.extend(
  InvocationDetails.pick({ input: true, result: true, console: true, failure: true }).partial().shape,
);
export type ListedInvocation = z.infer<typeof ListedInvocation>;

export const InvocationQuery = knownFields({
  function: FunctionName.optional(),
  status: InvocationStatus.optional(),
  source: InvocationSource.optional(),
  userId: z.uuid().optional(),
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
  /** Words, or their beginnings, all of which are in the name, the error or the console output. */
  search: z.string().max(200).optional(),
  /** Id of the last entry of the page before. */
  before: z.uuid().optional(),
  size: z.coerce.number().pipe(z.int().min(1).max(200)).default(50),
  /** With the input, result, console output and failure of each call; of at most 50 calls then. */
  details: z.stringbool().default(false),
});
export type InvocationQuery = z.infer<typeof InvocationQuery>;

/** Newest first. Callers without permission to read the whole log get their own calls. */
export const listInvocations = defineEndpoint({
  method: 'GET',
  path: '/invocations',
  access: 'AUTHENTICATED',
  permission: 'functions.invoke',
  isSlow: true,
  tag: 'invocations',
  summary: 'List the logged calls of functions',
  query: InvocationQuery,
  response: z.object({ content: z.array(ListedInvocation), hasMore: z.boolean() }),
});

export const getInvocation = defineEndpoint({
  method: 'GET',
  path: '/invocations/{id}',
  access: 'AUTHENTICATED',
  permission: 'functions.invoke',
  tag: 'invocations',
  summary: 'Get a logged call with its input, result and console output',
  params: z.object({ id: z.uuid() }),
  response: InvocationDetails,
  errors: ['notFound'],
});

/** Details of a call that a person tried. */
export const TriedInvocation = InvocationDetails.extend({
  /** Of a call that failed, for a test that repeats it. It is kept nowhere else, and a service may leave it out. */
  recording: CallRecording.optional(),
});
export type TriedInvocation = z.infer<typeof TriedInvocation>;

/** A call that a person tries: it is metered like any other, and answered with all that is known of it. */
export const tryFunction = defineEndpoint({
  method: 'POST',
  path: '/invocations',
  access: 'AUTHENTICATED',
  permission: 'functions.invoke',
  isResponseNeeded: true,
  tag: 'invocations',
  summary: 'Call a function and get its result, console output and duration; metered',
  body: knownFields({
    function: FunctionName,
    /** JSON text; empty for a call without a body. */
    input: z.string().max(MAX_CALL_BYTES),
  }),
  response: TriedInvocation,
  errors: ['notFound', 'unprocessable'],
});
