import { z } from 'zod';
import { FilesDigest } from '../files/files-digest.ts';
import { TestReach } from './test-reach.ts';

export const ServiceTestStatus = z.enum(['RUNNING', 'OK', 'FAIL', 'SKIPPED', 'CANCELED']);

export type ServiceTestStatus = z.infer<typeof ServiceTestStatus>;

/** One line of the stream: the state of a test changed. */
export const ServiceTestEvent = z.object({
  id: z.string(),
  status: ServiceTestStatus,
  startedAt: z.iso.datetime().nullable(),
  durationMs: z.number().nullable(),
  /** OK: return value of the test. FAIL: a `FunctionFailure`. */
  result: z.unknown().optional(),
  /** Console output of the test, in a final state. */
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
  /**
   * Digest of the service's files that the tests ran with, if the run named its sources: proves that they were
   * used.
   */
  digest: FilesDigest.optional(),
  ok: z.int(),
  failed: z.int(),
  skipped: z.int(),
  canceled: z.int(),
});

/** Tried in this order: all lines but one are of the first kind. */
export const ServiceTestLine = z.union([ServiceTestEvent, ServiceTestsDone]);

export type ServiceTestLine = z.infer<typeof ServiceTestLine>;
