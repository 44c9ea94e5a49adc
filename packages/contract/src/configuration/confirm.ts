import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { MAX_UPLOAD_BYTES } from './limits.ts';

/**
 * What to do with one file.
 * local: keep it. remote: take the pull's content. delete: remove it. merge: take the given content.
 * merge-local, merge-remote: take the given content, or let git merge, conflicts resolved in favour of that side.
 */
export const FileAction = z.enum(['local', 'remote', 'delete', 'merge', 'merge-local', 'merge-remote']);
export type FileAction = z.infer<typeof FileAction>;

export const ConfirmedFile = z
  .object({
    name: z.string().min(1).max(200),
    action: FileAction,
    /** Only with the merge actions; for all others the server takes its own copy. */
    content: z.string().optional(),
    /**
     * Only with the merge actions: where the other side has the same file, when only one side has it here. Its changes
     * since both sides had it are carried along.
     */
    movedFrom: z.string().min(3).max(601).optional(),
  })
  .refine(({ action, content }) => action !== 'merge' || content !== undefined, {
    path: ['content'],
    error: 'A merged file needs its content.',
  })
  .refine(({ action, content }) => action.startsWith('merge') || content === undefined, {
    path: ['content'],
    error: 'Only a merged file brings its own content.',
  })
  .refine(({ action, movedFrom }) => action.startsWith('merge') || movedFrom === undefined, {
    path: ['movedFrom'],
    error: 'Only a merge carries the changes of another place along.',
  });
export type ConfirmedFile = z.infer<typeof ConfirmedFile>;

export const ConfirmedFolder = z.object({
  /** The folderPath. */
  name: z.string().min(1).max(400),
  files: z.array(ConfirmedFile),
});
export type ConfirmedFolder = z.infer<typeof ConfirmedFolder>;

/** In the `details` of a 409: what to read again and merge on top of. */
export const MovedFiles = z.object({
  /** The live version now. */
  version: z.int(),
  /** filePaths of files that changed since `baseVersion` and that this submit would write. */
  moved: z.array(z.string()),
});
export type MovedFiles = z.infer<typeof MovedFiles>;

/**
 * Submits one service of a pull: all of its files or none. Files that are not named stay as they are. The
 * pull counts as exchanged with the service afterwards, and becomes the base of the next three-way merge; files that
 * were left out, and those whose content cannot be taken, keep the base they had. With
 * `If-Match: "<version>"` it is refused with 409 unless that version is live. The answer's `ETag` is the version.
 */
export const confirmPull = defineEndpoint({
  method: 'POST',
  path: '/console/v1/git/config/pull/confirm',
  access: 'AUTHENTICATED',
  tag: 'configuration',
  summary: 'Submit the chosen files of one service. Accepts Idempotency-Key and If-Match',
  body: z.object({
    uuid: z.uuid(),
    serviceId: z.string().min(1).max(200),
    /** The version of the local metadata that the choices were made against. */
    baseVersion: z.int().min(0),
    folders: z.array(ConfirmedFolder),
    /** filePaths that took no part in the comparison, because they were deselected: nothing was decided about them. */
    leftOut: z.array(z.string().max(601)).max(500_000).optional(),
    message: z.string().max(10_000).optional(),
    /** The same for all services of one submit: restoring the backup can then restore all of them. */
    backupKey: z.uuid().optional(),
  }),
  response: z.object({
    version: z.int(),
    /** Null when nothing had to change. */
    backupId: z.string().nullable(),
  }),
  errors: ['notFound', 'conflict', 'unprocessable', 'tooLarge'],
  maxBodyBytes: MAX_UPLOAD_BYTES,
});
