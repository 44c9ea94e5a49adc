import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { FolderPath } from '../files/configuration-file.ts';

/** Position of an error in the customer's source. */
export const SourcePlace = z.object({ file: z.string(), line: z.int(), column: z.int() });

/** Failure of a function or a test, in the `details` of a 422 and in the result of a test. */
export const FunctionFailure = z.object({
  /** `TypeError`, `AssertionError`, or one of the limits: `TimeLimit`, `MemoryLimit`, `StackLimit`, … */
  name: z.string(),
  message: z.string(),
  file: z.string().optional(),
  line: z.int().optional(),
  column: z.int().optional(),
  /** The calls in the customer's files, innermost first. */
  stack: z.array(SourcePlace.extend({ function: z.string().optional() })),
  console: z.string(),
  /** Operands of an assertion, as text. */
  expected: z.string().optional(),
  actual: z.string().optional(),
});

export type FunctionFailure = z.infer<typeof FunctionFailure>;

/**
 * `{folder}` is the folder below `functions`, its slashes percent-encoded. A function in `functions` itself
 * is called by `/invoke/{name}`. The answer is what the function returned; `null` when it returned nothing.
 * @public Customers' programs call it; service-api.openapi.json is written from it.
 */
export const invokeFunction = defineEndpoint({
  method: 'POST',
  path: '/invoke/{folder}/{name}',
  access: 'AUTHENTICATED',
  permission: 'functions.invoke',
  isResponseNeeded: true,
  tag: 'functions',
  summary: 'Call a function; metered',
  params: z.object({ folder: FolderPath, name: z.string().max(200) }),
  body: z.unknown(),
  response: z.unknown(),
  errors: ['notFound', 'tooLarge', 'unprocessable'],
  details: { unprocessable: FunctionFailure },
});

/** @public As `invokeFunction`. */
export const invokeTopFunction = defineEndpoint({
  method: 'POST',
  path: '/invoke/{name}',
  access: 'AUTHENTICATED',
  permission: 'functions.invoke',
  isResponseNeeded: true,
  tag: 'functions',
  summary: 'Call a function directly in the folder `functions`; metered',
  params: z.object({ name: z.string().max(200) }),
  body: z.unknown(),
  response: z.unknown(),
  errors: ['notFound', 'tooLarge', 'unprocessable'],
  details: { unprocessable: FunctionFailure },
});
