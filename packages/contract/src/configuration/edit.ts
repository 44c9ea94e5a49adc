import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { Checksum, FilePlace } from '../service-api/files/configuration-file.ts';
import { VersionNumber } from '../service-api/versions/export.ts';
import { RefusedImport } from '../service-api/versions/import.ts';
import { FileContent } from '../service-api/versions/import-files.ts';
import { Uncovered } from './protection.ts';

/** Most files that one edit writes. */
export const MAX_EDITED_FILES = 20;

const EditedFile = FilePlace.extend({
  /** Null deletes the file. */
  content: FileContent.nullable(),
  /** Checksum of the live file that was edited; null for a new one. */
  checksum: Checksum.nullable(),
});
export type EditedFile = z.infer<typeof EditedFile>;

/** Edited files whose live content has changed: the current content; null for a deleted file. */
export const EditConflict = z.object({
  version: VersionNumber,
  files: z.array(FilePlace.extend({ checksum: Checksum.nullable() })),
});
export type EditConflict = z.infer<typeof EditConflict>;

/**
 * Writes files of one service as a new version, with a backup and a log entry, as a submit does. Files that others have
 * changed since they were read are a 409, and nothing is written; changes of other files are no conflict, unless `If-Match`
 * names a version that is no longer live: `files` of the 409 is empty then if none of the edited ones has changed.
 */
export const editFiles = defineEndpoint({
  method: 'POST',
  path: '/console/v1/configuration/{serviceId}/edit',
  access: 'AUTHENTICATED',
  permission: 'configuration.write',
  tag: 'configuration',
  summary: 'Edit files of the live configuration of a service. Accepts If-Match',
  idempotent: true,
  params: z.object({ serviceId: z.string().min(1).max(200) }),
  body: z.object({
    files: z.array(EditedFile).min(1).max(MAX_EDITED_FILES),
    message: z.string().max(2000).default(''),
  }),
  response: z.object({
    version: z.int(),
    /** Null when nothing had to change. */
    backupId: z.string().nullable(),
  }),
  errors: ['notFound', 'conflict', 'unprocessable', 'tooLarge'],
  details: { conflict: EditConflict, unprocessable: z.union([RefusedImport, Uncovered]) },
  maxBodyBytes: 24 * 1024 * 1024,
});
