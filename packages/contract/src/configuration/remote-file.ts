import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { Checksum } from '../service-api/files/configuration-file.ts';
import { GitRefusal } from './git-failure.ts';

/**
 * A remote file's content, and the content last exchanged with this remote: the base of a three-way merge. The `ETag`
 * is the checksum.
 */
export const readRemoteFile = defineEndpoint({
  method: 'POST',
  path: '/console/v1/git/config/file',
  access: 'AUTHENTICATED',
  permission: 'configuration.read',
  tag: 'configuration',
  summary: 'Get the content of a file of a pull',
  body: z.object({
    uuid: z.uuid(),
    serviceId: z.string().min(1).max(200),
    fileName: z.string().min(1).max(200),
    folderName: z.string().min(1).max(400),
  }),
  response: z.object({
    content: z.string(),
    checksum: Checksum,
    /** Null when nothing was exchanged with this remote, or the file was not part of it: merge two-way then. */
    base: z.object({ content: z.string(), checksum: Checksum }).nullable(),
  }),
  errors: ['notFound', 'unprocessable'],
  details: { unprocessable: GitRefusal },
});

/** Most files that one call answers. */
export const MAX_REMOTE_FILES = 100;

/** Contents of several files of a pull, to examine all that differ. Files that cannot be read are left out. */
export const readRemoteFiles = defineEndpoint({
  method: 'POST',
  path: '/console/v1/git/config/files',
  access: 'AUTHENTICATED',
  permission: 'configuration.read',
  tag: 'configuration',
  summary: 'Get the contents of several files of a pull',
  body: z.object({
    uuid: z.uuid(),
    serviceId: z.string().min(1).max(200),
    filePaths: z.array(z.string().max(601)).max(MAX_REMOTE_FILES),
  }),
  response: z.object({ files: z.array(z.object({ filePath: z.string(), content: z.string() })) }),
  errors: ['notFound', 'unprocessable'],
  details: { unprocessable: GitRefusal },
});
