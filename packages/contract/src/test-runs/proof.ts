import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { Checksum, FilePlace } from '../service-api/files/configuration-file.ts';
import { tag } from './test-runs.ts';

/** Most tests that are named for one file. */
export const MAX_REACHING_TESTS = 500;

/** Test coverage of one content of a file. */
export const FileProof = FilePlace.extend({
  checksum: Checksum,
  /** The last run in which a test that reached exactly this content passed. */
  passed: z.object({ runId: z.string(), at: z.iso.datetime() }).nullable(),
  /** Tests that reached any content of the file in their last run. */
  tests: z.int(),
  /** Tests among them that reached exactly this content and passed. */
  passing: z.int(),
  /** Tests among them that reached exactly this content and failed. */
  failing: z.int(),
});
export type FileProof = z.infer<typeof FileProof>;

/** In the order in which they need attention. */
export const PROOF_STATES = ['FAILING', 'UNREACHED', 'CHANGED', 'PROVEN'] as const;
export type ProofState = (typeof PROOF_STATES)[number];

/** CHANGED: tests reach the file, but have not run since it has this content. */
export function proofStateOf({ passed, tests, failing }: FileProof): ProofState {
  if (failing > 0) return 'FAILING';
  if (passed !== null) return 'PROVEN';
  return tests > 0 ? 'CHANGED' : 'UNREACHED';
}

/** Whether a service says what its tests reach; NEVER_RAN where no test of it has run. */
export const ReachRecording = z.enum(['RECORDED', 'NOT_RECORDED', 'NEVER_RAN']);
export type ReachRecording = z.infer<typeof ReachRecording>;

const Proofs = z.object({
  recording: ReachRecording,
  /** Services that could not list their tests: these are not counted. */
  missing: z.array(z.string()),
});

/** A test that reached a file when it last ran. */
export const ReachingTest = z.object({
  /** The id of the test. */
  id: z.string(),
  status: z.enum(['OK', 'FAIL']),
  runId: z.string(),
  /** Whether it reached exactly the content that was asked about. */
  isSameContent: z.boolean(),
});
export type ReachingTest = z.infer<typeof ReachingTest>;

export const listProofs = defineEndpoint({
  method: 'GET',
  path: '/console/v1/tests/proofs',
  access: 'AUTHENTICATED',
  permission: 'tests.read',
  isSlow: true,
  tag,
  summary: 'List the live files of a service with what tests prove of them; needs configuration.read, too',
  query: z.object({ serviceId: z.string().min(1) }),
  response: Proofs.extend({ version: z.int(), files: z.array(FileProof) }),
  errors: ['notFound'],
});

export const getProof = defineEndpoint({
  method: 'GET',
  path: '/console/v1/tests/proof',
  access: 'AUTHENTICATED',
  permission: 'tests.read',
  tag,
  summary: 'Get what tests prove of one content of a file, and which tests reach the file',
  query: FilePlace.extend({ serviceId: z.string().min(1), checksum: Checksum }),
  response: Proofs.extend({
    proof: FileProof,
    /** Failing ones first, then by id; at most 500. */
    reaching: z.array(ReachingTest),
  }),
});
