import { z } from 'zod';
import { FilesDigest } from '../files/files-digest.ts';
import { TestReach } from './test-reach.ts';

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
  /** In a final state, where it was asked for and is known. */
  reach: TestReach.optional(),
});

export type ServiceTestEvent = z.infer<typeof ServiceTestEvent>;

/** The last line. A stream that ends without it was cut off; tests without a final state did not finish. */
export const ServiceTestsDone = z.object({
  done: z.literal(true),
  runId: z.string(),
  version: z.int(),
  /** Of the service's files that the tests ran with, when the run named its sources: proves that they were used. */
  digest: FilesDigest.optional(),
  ok: z.int(),
  failed: z.int(),
  skipped: z.int(),
  canceled: z.int(),
});

/** Tried in this order: all lines but one are of the first kind. */
export const ServiceTestLine = z.union([ServiceTestEvent, ServiceTestsDone]);

export type ServiceTestLine = z.infer<typeof ServiceTestLine>;
