import { z } from 'zod';
import { MovedFiles } from '../configuration/confirm.ts';
import { EditConflict } from '../configuration/edit.ts';
import { GitRefusal } from '../configuration/git-failure.ts';
import { MAX_UPLOAD_BYTES } from '../configuration/limits.ts';
import { defineEndpoint } from '../endpoint.ts';
import { FilesDigest } from '../service-api/files/files-digest.ts';
import { RefusedImport } from '../service-api/versions/import.ts';
import { CandidateChange } from './candidate-change.ts';
import { TestStatus } from './status.ts';
import { StatusCounts } from './test-run.ts';
import { RunConflict, RunId, tag } from './test-runs.ts';

/** One service of a candidate: its live files with the changes applied. */
export const CandidateService = z.object({
  serviceId: z.string(),
  serviceName: z.string(),
  /** The live version that the candidate was made on. */
  version: z.int(),
  /** Digests of the live files and of the files that the tests read. */
  liveDigest: FilesDigest,
  digest: FilesDigest,
  /** Reason why its tests ran with the live files, or not at all; null if they read the candidate. */
  untested: z.string().nullable(),
});
export type CandidateService = z.infer<typeof CandidateService>;

/** A run of all tests with files that are not live, bound to exactly these contents. */
export const CandidateRun = z.object({
  runId: z.string(),
  /** Digest of all services together. */
  digest: FilesDigest,
  status: TestStatus,
  counts: StatusCounts,
  services: z.array(CandidateService),
});
export type CandidateRun = z.infer<typeof CandidateRun>;

/**
 * Runs all tests with the live files of all services and the given changes applied. Nothing becomes live. Also
 * needs `configuration.write`: tests must not run code of people who may not change live files.
 */
export const testCandidate = defineEndpoint({
  method: 'POST',
  path: '/console/v1/tests/candidate',
  access: 'AUTHENTICATED',
  permission: 'tests.run',
  tag,
  summary: 'Run all tests with changes that are not live',
  idempotent: true,
  body: z.object({ changes: z.array(CandidateChange).min(1).max(100) }),
  response: CandidateRun,
  errors: ['notFound', 'conflict', 'unprocessable', 'tooLarge'],
  details: {
    conflict: z.union([MovedFiles, EditConflict, RunConflict]),
    unprocessable: z.union([RefusedImport, GitRefusal]),
  },
  maxBodyBytes: MAX_UPLOAD_BYTES,
});

export const getCandidateRun = defineEndpoint({
  method: 'GET',
  path: '/console/v1/tests/candidate/{runId}',
  access: 'AUTHENTICATED',
  permission: 'tests.read',
  tag,
  summary: 'Get a test run of changes that are not live',
  params: RunId,
  response: CandidateRun,
  errors: ['notFound'],
});
