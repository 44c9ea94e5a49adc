import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { GitRefusal } from './git-failure.ts';
import { GitRequest } from './git-request.ts';
import { ServiceFailure, ServiceStatus } from './service-failure.ts';

/** Effect of a push on a file of the repository. */
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

/** Files that a push would write for one service, or the reason why it would not. */
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

/** Target of a push. */
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
  /** It was last exchanged; if not, it is the newest one of its branch. */
  isParentExchanged: z.boolean(),
  services: z.array(PreviewedService),
});

export type PushPreview = z.infer<typeof PushPreview>;

/** Returns what `push` would write with the same body. Writes nothing. */
export const previewPush = defineEndpoint({
  method: 'POST',
  path: '/console/v1/git/config/push/preview',
  access: 'AUTHENTICATED',
  permission: 'configuration.exchange',
  tag: 'configuration',
  summary: 'Show what a push would write',
  body: GitRequest,
  response: PushPreview,
  errors: ['unprocessable'],
  details: { unprocessable: GitRefusal },
  callsPerMinute: 60,
});
