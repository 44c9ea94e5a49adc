import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { LimitReached } from '../../limits/limit.ts';
import { CommitSha, FilePlace, MAX_FILES } from '../files/configuration-file.ts';
import { ConfigurationBody } from '../files/item-files.ts';
import { VersionNumber } from './export.ts';
import { ImportFolder } from './import-files.ts';

/** Optional: names one attempt to make a change, for `withdrawImport`. */
export const AttemptId = z.uuid().optional();

const importHead = {
  /** The version this change was made on. If another one is live, nothing is written and the response is a 409. */
  baseVersion: VersionNumber,
  message: z.string().max(2000).default(''),
  commitSha: CommitSha.nullish(),
  attemptId: AttemptId,
};

export const ImportRequest = z
  .object({ ...importHead, folders: z.array(ImportFolder) })
  .refine(({ folders }) => folders.reduce((count, folder) => count + folder.files.length, 0) <= MAX_FILES, {
    message: `At most ${MAX_FILES} files`,
    path: ['folders'],
  });

export type ImportRequest = z.infer<typeof ImportRequest>;

export const ImportResponse = z.object({ version: VersionNumber });

const MAX_IMPORT_BYTES = 64 * 1024 * 1024;

/** The version that is live, so that the caller can compare again. */
export const ImportConflict = z.object({ liveVersion: VersionNumber });

/** The files that cannot be taken, with the reason in words. */
const RefusedFiles = z.array(FilePlace.extend({ reason: z.string() }));

/** Why nothing was changed: files that cannot be taken, or a limit of the domain that would be exceeded. */
export const RefusedImport = z.union([RefusedFiles, LimitReached]);

/**
 * Writes the named files and leaves all others. All or nothing. A change that changes nothing makes no
 * version and answers the live one. `If-Match: "<version>"` is checked like `baseVersion`.
 */
export const importConfiguration = defineEndpoint({
  method: 'POST',
  path: '/import',
  access: 'AUTHENTICATED',
  permission: 'configuration.write',
  tag: 'configuration',
  summary: 'Change files of the configuration',
  body: ImportRequest,
  response: ImportResponse,
  errors: ['conflict', 'tooLarge', 'unprocessable'],
  details: { conflict: ImportConflict, unprocessable: RefusedImport },
  maxBodyBytes: MAX_IMPORT_BYTES,
});

/** Replaces the whole configuration: files that are not in the body are removed. */
export const importBody = defineEndpoint({
  method: 'POST',
  path: '/import/body',
  access: 'AUTHENTICATED',
  permission: 'configuration.write',
  tag: 'configuration',
  summary: 'Replace the configuration with a JSON body',
  body: z.object({ ...importHead, body: ConfigurationBody }),
  response: ImportResponse,
  errors: ['conflict', 'tooLarge', 'unprocessable'],
  details: { conflict: ImportConflict, unprocessable: RefusedImport },
  maxBodyBytes: MAX_IMPORT_BYTES,
});

/**
 * Optional, and for the platform only: a process that continues the work of another first withdraws the import or restore that the
 * other one may still send. From the response on it is refused with a 409, however late it arrives; if it was made before, it
 * stays.
 */
export const withdrawImport = defineEndpoint({
  method: 'POST',
  path: '/import/withdraw',
  access: 'AUTHENTICATED',
  permission: 'configuration.write',
  refusedByProxy: 'Imports are withdrawn by the platform.',
  tag: 'configuration',
  summary: 'Refuse an import that may still arrive',
  body: z.object({ attemptId: z.uuid() }),
  response: z.object({ liveVersion: VersionNumber }),
});
