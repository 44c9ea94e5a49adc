import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { Checksum, FileName, FolderPath } from '../files/configuration-file.ts';
import { VersionNumber } from './export.ts';

export const SourceFile = z.object({ content: z.string(), checksum: Checksum });

export type SourceFile = z.infer<typeof SourceFile>;

export const exportSourceFile = defineEndpoint({
  method: 'POST',
  path: '/export/source/file',
  access: 'AUTHENTICATED',
  permission: 'configuration.read',
  tag: 'configuration',
  summary: 'Get the content of a file',
  body: z.object({ name: FileName, folder: FolderPath, version: VersionNumber.optional() }),
  response: SourceFile,
  errors: ['notFound'],
});

/** Most files that one call answers. */
export const MAX_SOURCE_FILES = 500;

/** Many contents in one call, for a push or a compare of many files. Missing files are left out. */
export const exportSourceFiles = defineEndpoint({
  method: 'POST',
  path: '/export/source/files',
  access: 'AUTHENTICATED',
  permission: 'configuration.read',
  isSlow: true,
  tag: 'configuration',
  summary: 'Get the contents of several files',
  body: z.object({
    files: z.array(z.object({ name: FileName, folder: FolderPath })).max(MAX_SOURCE_FILES),
    version: VersionNumber.optional(),
  }),
  response: z.object({
    version: VersionNumber,
    files: z.array(SourceFile.extend({ name: FileName, folder: FolderPath })),
  }),
  errors: ['notFound'],
});
