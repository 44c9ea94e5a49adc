import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { VersionNumber } from '../service-api/versions/export.ts';
import { RefusedImport } from '../service-api/versions/import.ts';
import { ConfirmedFolder } from './confirmed-file.ts';
import { GitRefusal } from './git-failure.ts';
import { orNull } from './git-request.ts';
import { MAX_UPLOAD_BYTES } from './limits.ts';
import { Uncovered } from './protection.ts';

/** Live content to reload and merge with, if the live configuration changed meanwhile. */
export const MovedFiles = z.object({
  /** The live version now. */
  version: z.int(),
  /** filePaths of files that changed since `baseVersion` and that this submit would write. */
  moved: z.array(z.string()),
});

export type MovedFiles = z.infer<typeof MovedFiles>;

/** The service or the contents of the pull could not be read: certainly nothing was made live. */
export const NothingDone = z.object({ isNothingDone: z.literal(true) });

export type NothingDone = z.infer<typeof NothingDone>;

/** The chosen files of one service of a pull. */
export const ConfirmedService = z.object({
  serviceId: z.string().min(1).max(200),
  /** The live version that the choices were made against; the one that the pull was compared with when left out. */
  baseVersion: orNull(VersionNumber),
  /** The `exchange` of the service's base that the choices were made with; null for none. Not checked when left out. */
  exchange: z.uuid().nullable().optional(),
  folders: z.array(ConfirmedFolder),
  /** filePaths that took no part in the comparison, because they were deselected: nothing was decided about them. */
  leftOut: z.array(z.string().max(601)).max(500_000).optional(),
});

/**
 * Submits one service of a pull: all of its files or none. Files that are not named stay unchanged. The pull is
 * then recorded as the last exchange with the service and becomes the base of the next three-way merge; omitted
 * files, and files with unacceptable content, keep their base.
 * With `If-Match: "<version>"` it is refused with 409 unless that version is live. The `ETag` of the response
 * is the version. It is also refused with 409 if the service's last exchange with the branch is not `exchange`,
 * because the changed sides were then determined by another base. A submit that is answered with 503 but
 * without `NothingDone` may have succeeded.
 */
export const confirmPull = defineEndpoint({
  method: 'POST',
  path: '/console/v1/git/config/pull/confirm',
  access: 'AUTHENTICATED',
  permission: 'configuration.write',
  tag: 'configuration',
  summary: 'Submit the chosen files of one service. Accepts If-Match',
  idempotent: true,
  body: ConfirmedService.extend({
    uuid: z.uuid(),
    message: orNull(z.string().max(10_000)),
    /** The same for all services of one submit: restoring the backup can then restore all of them. */
    backupKey: orNull(z.uuid()),
    /** An id chosen by the caller, under which `getProgress` returns the progress. */
    progress: orNull(z.uuid()),
  }),
  response: z.object({
    version: z.int(),
    /** Null when nothing had to change. */
    backupId: z.string().nullable(),
  }),
  errors: ['notFound', 'conflict', 'unprocessable', 'tooLarge', 'unavailable'],
  details: {
    conflict: MovedFiles,
    unprocessable: z.union([RefusedImport, Uncovered, GitRefusal]),
    unavailable: NothingDone,
  },
  maxBodyBytes: MAX_UPLOAD_BYTES,
});
