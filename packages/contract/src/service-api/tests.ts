import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

/** A test is a source file in the folder `tests` or below; its default export is the test function. */
export const TESTS_FOLDER = 'tests';

export const ServiceTest = z.object({
  /** Stable: the file's path without `.js`, `tests/orders/creates-order`. */
  id: z.string().min(1),
  name: z.string(),
  folderPath: z.string(),
  fullPath: z.string(),
  tags: z.array(z.string()),
  /** A disabled test is listed, and recorded as skipped. */
  disabled: z.boolean(),
});
export type ServiceTest = z.infer<typeof ServiceTest>;

export const listServiceTests = defineEndpoint({
  method: 'GET',
  path: '/tests',
  access: 'AUTHENTICATED',
  tag: 'tests',
  summary: 'The tests of the domain in this service',
  response: z.object({ version: z.int(), tests: z.array(ServiceTest) }),
});

export const ServiceTestStatus = z.enum(['RUNNING', 'OK', 'FAIL', 'SKIPPED', 'CANCELED']);
export type ServiceTestStatus = z.infer<typeof ServiceTestStatus>;

/** One line of the stream: a test changed its state. */
export const ServiceTestEvent = z.object({
  id: z.string(),
  status: ServiceTestStatus,
  startedAt: z.iso.datetime().nullable(),
  durationMs: z.number().nullable(),
  /** OK: what the test returned. FAIL: a `FunctionFailure`. */
  result: z.unknown().optional(),
  /** What the test wrote to its console, in a final state. */
  console: z.string().optional(),
});
export type ServiceTestEvent = z.infer<typeof ServiceTestEvent>;

/** The last line. A stream that ends without it was cut off; tests without a final state did not finish. */
export const ServiceTestsDone = z.object({
  done: z.literal(true),
  runId: z.string(),
  version: z.int(),
  ok: z.int(),
  failed: z.int(),
  skipped: z.int(),
  canceled: z.int(),
});

export const ServiceTestLine = z.union([ServiceTestsDone, ServiceTestEvent]);
export type ServiceTestLine = z.infer<typeof ServiceTestLine>;

/** All tests run at the version that was live at the start. Closing the connection cancels the run. */
export const runServiceTests = defineEndpoint({
  method: 'POST',
  path: '/tests/run',
  access: 'AUTHENTICATED',
  tag: 'tests',
  summary: 'Run tests; answers one line of JSON for each change of state',
  body: z.object({
    runId: z.string().min(1).max(100),
    /** All tests of the service when left out. */
    tests: z.array(z.string()).max(20_000).optional(),
    /** The user the tests act as; the caller when left out. The platform has checked that it may be used. */
    userId: z.string().min(1).nullish(),
    stopOnError: z.boolean().default(false),
  }),
  response: ServiceTestLine,
  produces: 'application/x-ndjson',
});

/** Ends one test of a running run, or all of it, whichever process it runs in. Unknown ids do nothing. */
export const cancelServiceTests = defineEndpoint({
  method: 'POST',
  path: '/tests/cancel',
  access: 'AUTHENTICATED',
  tag: 'tests',
  summary: 'Cancel one test or a whole run',
  body: z.object({ runId: z.string().min(1).max(100), id: z.string().min(1).optional() }),
});
