import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, pagedResult } from '../../paging.ts';
import { VersionNumber } from './export.ts';
import { AttemptId, ImportConflict, ImportResponse, RefusedImport } from './import.ts';
import { ConfigurationVersion, Version } from './version.ts';

/** Newest first. */
export const listVersions = defineEndpoint({
  method: 'GET',
  path: '/versions',
  access: 'AUTHENTICATED',
  permission: 'configuration.read',
  tag: 'versions',
  summary: 'List the versions of the configuration',
  query: z.object({
    page: z.coerce.number().pipe(z.int().min(0)).default(0),
    size: z.coerce.number().pipe(z.int().min(1).max(MAX_PAGE_SIZE)).default(DEFAULT_PAGE_SIZE),
  }),
  response: pagedResult(ConfigurationVersion),
});

export const getVersion = defineEndpoint({
  method: 'GET',
  path: '/versions/{version}',
  access: 'AUTHENTICATED',
  permission: 'configuration.read',
  tag: 'versions',
  summary: 'Get a version of the configuration',
  params: z.object({ version: Version }),
  response: ConfigurationVersion,
  errors: ['notFound'],
});

/** Creates a new version with exactly the files of an earlier one. */
export const restoreVersion = defineEndpoint({
  method: 'POST',
  path: '/versions/{version}/restore',
  access: 'AUTHENTICATED',
  permission: 'configuration.write',
  tag: 'versions',
  summary: 'Return to an earlier version',
  params: z.object({ version: Version }),
  body: z.object({
    baseVersion: VersionNumber,
    message: z.string().max(2000).default(''),
    attemptId: AttemptId,
  }),
  response: ImportResponse,
  errors: ['notFound', 'conflict', 'unprocessable'],
  details: { conflict: ImportConflict, unprocessable: RefusedImport },
});

/**
 * Optional, and for the platform only: it knows which versions are needed for merges. Deletes the versions before one,
 * with the contents that no other version has. Numbers are not used again.
 */
export const deleteOldVersions = defineEndpoint({
  method: 'POST',
  path: '/versions/delete-before',
  access: 'AUTHENTICATED',
  permission: 'configuration.write',
  refusedByProxy: 'Old versions are deleted through the platform.',
  tag: 'versions',
  summary: 'Delete the versions before one',
  body: z.object({ before: VersionNumber }),
  response: z.object({ oldestVersion: VersionNumber, deletedVersions: z.int(), freedBytes: z.int() }),
  errors: ['notFound'],
});
