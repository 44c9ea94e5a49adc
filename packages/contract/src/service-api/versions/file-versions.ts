import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { Checksum, FileName, FolderPath } from '../files/configuration-file.ts';
import { VersionNumber } from './export.ts';
import { ConfigurationVersion } from './version.ts';

/** Most contents of one file that are told. */
export const MAX_FILE_VERSIONS = 100;

/** A content of a file, and the version that brought it. */
export const FileVersion = z.object({
  version: ConfigurationVersion,
  checksum: Checksum,
  content: z.string(),
});
export type FileVersion = z.infer<typeof FileVersion>;

/** Optional. Since the file came to its place, newest first; before that, it may have been somewhere else. */
export const listFileVersions = defineEndpoint({
  method: 'POST',
  path: '/versions/file',
  access: 'AUTHENTICATED',
  permission: 'configuration.read',
  isSlow: true,
  tag: 'versions',
  summary: 'List the contents that a file has had up to a version',
  body: z.object({
    name: FileName,
    folder: FolderPath,
    /** The live one when left out. */
    version: VersionNumber.optional(),
    size: z.int().min(1).max(MAX_FILE_VERSIONS).default(MAX_FILE_VERSIONS),
  }),
  response: z.object({
    content: z.array(FileVersion),
    /** Whether there are older ones that are not told, because they are too many or too large. */
    hasMore: z.boolean(),
  }),
  errors: ['notFound'],
});

/** Optional. 404 for a file that is live, and for one that no version that is kept has had. */
export const getDeletion = defineEndpoint({
  method: 'POST',
  path: '/versions/file/deletion',
  access: 'AUTHENTICATED',
  permission: 'configuration.read',
  tag: 'versions',
  summary: 'Get the version that deleted a file',
  body: z.object({ name: FileName, folder: FolderPath }),
  response: z.object({
    /** The first one without the file; its parent is the last one with it. */
    version: ConfigurationVersion,
    liveVersion: VersionNumber,
  }),
  errors: ['notFound'],
});
