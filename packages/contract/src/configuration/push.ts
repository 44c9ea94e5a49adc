import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { GitRequest } from './git-request.ts';
import { ServiceFailure, ServiceStatus } from './service-failure.ts';

export const DEFAULT_COMMIT_MESSAGE = 'Configuration from Atrium';

/** What a push does to a file of the repository. */
export const PushedChange = z.enum(['ADDED', 'CHANGED', 'DELETED']);
export type PushedChange = z.infer<typeof PushedChange>;

export const PreviewedFile = z.object({
  filePath: z.string(),
  change: PushedChange,
  /** Null where there was too much to count. */
  addedLines: z.int().nullable(),
  removedLines: z.int().nullable(),
});
export type PreviewedFile = z.infer<typeof PreviewedFile>;

/** Files that a preview names for each service. */
export const MAX_PREVIEWED_FILES = 1000;

/** What a push would write for one service, or why it would not. */
export const PreviewedService = z.object({
  serviceId: z.string(),
  serviceName: z.string(),
  status: ServiceStatus,
  /** The live version that would be pushed; null when the service has an error. */
  version: z.int().nullable(),
  /** All files that would change, also those not named in `files`. */
  fileCount: z.int(),
  files: z.array(PreviewedFile),
  error: ServiceFailure.optional(),
});
export type PreviewedService = z.infer<typeof PreviewedService>;

/** Where a push goes. */
export const PushTarget = z.object({
  branch: z.string(),
  /** The push makes the branch. */
  isNewBranch: z.boolean(),
  /** Null for an empty repository, or one whose HEAD names no branch. */
  defaultBranch: z.string().nullable(),
});
export type PushTarget = z.infer<typeof PushTarget>;

export const PushPreview = PushTarget.extend({
  /** The commit to build on; null for the first one of an empty repository. */
  parent: z.string().nullable(),
  services: z.array(PreviewedService),
});
export type PushPreview = z.infer<typeof PushPreview>;

/** Tells what `push` would write with the same body. Writes nothing. */
export const previewPush = defineEndpoint({
  method: 'POST',
  path: '/console/v1/git/config/push/preview',
  access: 'AUTHENTICATED',
  tag: 'configuration',
  summary: 'Show what a push would write',
  body: GitRequest,
  response: PushPreview,
  errors: ['unprocessable'],
  callsPerMinute: 60,
});

export const PushResult = z.object({
  serviceId: z.string(),
  serviceName: z.string(),
  status: ServiceStatus,
  /** The commit that holds the service's configuration now; also when nothing had to change. */
  commitSha: z.string().optional(),
  /** Files written or removed; 0 when there was nothing to push. */
  fileCount: z.int().optional(),
  error: ServiceFailure.optional(),
});
export type PushResult = z.infer<typeof PushResult>;

/**
 * Writes the live configuration into `<serviceId>/…` of a branch, one commit for all services, authored by the
 * caller. Never forced; files that are not configuration stay untouched. A missing branch is made, from the commit last
 * exchanged with the remote.
 */
export const push = defineEndpoint({
  method: 'POST',
  path: '/console/v1/git/config/push',
  access: 'AUTHENTICATED',
  tag: 'configuration',
  summary: 'Push the live configuration to a branch. Accepts Idempotency-Key',
  body: GitRequest.extend({
    /** By serviceId: the live versions that were previewed. A service at another one is not pushed. */
    versions: z.record(z.string(), z.int()).optional(),
  }),
  response: PushTarget.extend({ push: z.array(PushResult) }),
  errors: ['unprocessable', 'conflict'],
  callsPerMinute: 60,
});

export type Pushed = z.infer<typeof push.response>;
