import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import {
  CommitSha,
  FileName,
  FilePlace,
  FolderPath,
  MAX_FILE_BYTES,
  MAX_FILES,
} from './configuration-file.ts';
import { VersionNumber } from './export.ts';
import { ConfigurationBody } from './item-files.ts';

/** What to do with one file: write (`remote`, `merge`), leave (`local`) or remove (`delete`). */
export const ImportAction = z.enum(['remote', 'merge', 'local', 'delete']);
export type ImportAction = z.infer<typeof ImportAction>;

const utf8 = new TextEncoder();

/** Well-formed text: a lone surrogate could not be stored without changing it. */
export const FileContent = z
  .string()
  .refine((text) => text.isWellFormed(), 'Must be well-formed Unicode text')
  .refine(
    (text) => text.length * 3 <= MAX_FILE_BYTES || utf8.encode(text).length <= MAX_FILE_BYTES,
    `Must not be larger than ${MAX_FILE_BYTES} bytes`,
  );

export const ImportFile = z
  .object({ name: FileName, action: ImportAction, content: FileContent.optional() })
  .refine(({ action, content }) => (action === 'remote' || action === 'merge') === (content !== undefined), {
    message: 'Content belongs to the actions remote and merge, and only to them',
    path: ['content'],
  });
export type ImportFile = z.infer<typeof ImportFile>;

export const ImportFolder = z.object({ name: FolderPath, files: z.array(ImportFile) });
export type ImportFolder = z.infer<typeof ImportFolder>;

const importHead = {
  /** The version this change was made on. When another one is live, nothing is written and 409 answered. */
  baseVersion: VersionNumber,
  message: z.string().max(2000).default(''),
  commitSha: CommitSha.nullish(),
};

export const ImportRequest = z
  .object({ ...importHead, folders: z.array(ImportFolder) })
  .refine(({ folders }) => folders.reduce((count, folder) => count + folder.files.length, 0) <= MAX_FILES, {
    message: `At most ${MAX_FILES} files`,
    path: ['folders'],
  });
export type ImportRequest = z.infer<typeof ImportRequest>;

export const ImportAnswer = z.object({ version: VersionNumber });

const MAX_IMPORT_BYTES = 64 * 1024 * 1024;

/**
 * Writes the named files and leaves all others. All or nothing. A change that changes nothing makes no
 * version and answers the live one. `If-Match: "<version>"` is checked like `baseVersion`.
 */
export const importConfiguration = defineEndpoint({
  method: 'POST',
  path: '/import',
  access: 'AUTHENTICATED',
  tag: 'configuration',
  summary: 'Change files of the configuration',
  body: ImportRequest,
  response: ImportAnswer,
  errors: ['conflict', 'tooLarge', 'unprocessable'],
  maxBodyBytes: MAX_IMPORT_BYTES,
});

/** Replaces the whole configuration: what is not in the body is removed. */
export const importBody = defineEndpoint({
  method: 'POST',
  path: '/import/body',
  access: 'AUTHENTICATED',
  tag: 'configuration',
  summary: 'Replace the configuration by a JSON body',
  body: z.object({ ...importHead, body: ConfigurationBody }),
  response: ImportAnswer,
  errors: ['conflict', 'tooLarge', 'unprocessable'],
  maxBodyBytes: MAX_IMPORT_BYTES,
});

/** Details of a 409: the version that is live, so that the caller can compare anew. */
export const ImportConflict = z.object({ liveVersion: VersionNumber });

/** Details of a 422: the files that cannot be taken, with the reason in words. */
export const RefusedFiles = z.array(FilePlace.extend({ reason: z.string() }));
