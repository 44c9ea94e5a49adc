import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { Checksum, FileName, FolderPath } from '../files/configuration-file.ts';
import { DiffType } from '../files/file-change.ts';
import { VersionNumber } from './export.ts';
import { Version } from './version.ts';

/** A file that differs. A moved file is one deleted and one new file with the same checksum. */
export const VersionChange = z.object({
  folderPath: FolderPath,
  name: FileName,
  type: DiffType.extract(['NEW', 'DELETED', 'CHANGED']),
  before: Checksum.nullable(),
  after: Checksum.nullable(),
});

export type VersionChange = z.infer<typeof VersionChange>;

export const diffVersions = defineEndpoint({
  method: 'GET',
  path: '/versions/{from}/diff/{to}',
  access: 'AUTHENTICATED',
  permission: 'configuration.read',
  isSlow: true,
  tag: 'versions',
  summary: 'List the files that differ between two versions',
  params: z.object({ from: Version, to: Version }),
  response: z.object({ from: VersionNumber, to: VersionNumber, files: z.array(VersionChange) }),
  errors: ['notFound'],
});
