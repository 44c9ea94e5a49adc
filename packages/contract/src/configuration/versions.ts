import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, pagedResult } from '../paging.ts';
import { FilePlace } from '../service-api/files/configuration-file.ts';
import { VersionNumber } from '../service-api/versions/export.ts';
import { RefusedImport } from '../service-api/versions/import.ts';
import { ConfigurationVersion, Version } from '../service-api/versions/version.ts';
import { MovedFiles } from './confirm.ts';
import { Uncovered } from './protection.ts';

/** Most files that are returned to an earlier version by name; all of them without names. */
export const MAX_RETURNED_FILES = 500;

const ServiceId = z.string().min(1).max(200);

export const NamedVersion = ConfigurationVersion.extend({
  /** Username of who made it; empty for the starter configuration, and for someone who is gone. */
  user: z.string(),
  /** Username of the administrator who made it as `user`. */
  impersonator: z.string().nullable(),
});
export type NamedVersion = z.infer<typeof NamedVersion>;

/** Newest first. */
export const listNamedVersions = defineEndpoint({
  method: 'GET',
  path: '/console/v1/configuration/{serviceId}/versions',
  access: 'AUTHENTICATED',
  permission: 'configuration.read',
  tag: 'configuration',
  summary: 'List the versions of the configuration of a service, with who made them',
  params: z.object({ serviceId: ServiceId }),
  query: z.object({
    page: z.coerce.number().pipe(z.int().min(0)).default(0),
    size: z.coerce.number().pipe(z.int().min(1).max(MAX_PAGE_SIZE)).default(DEFAULT_PAGE_SIZE),
  }),
  response: pagedResult(NamedVersion),
  errors: ['notFound', 'unavailable'],
});

export const getNamedVersion = defineEndpoint({
  method: 'GET',
  path: '/console/v1/configuration/{serviceId}/versions/{version}',
  access: 'AUTHENTICATED',
  permission: 'configuration.read',
  tag: 'configuration',
  summary: 'Get a version of the configuration of a service, with who made it',
  params: z.object({ serviceId: ServiceId, version: Version }),
  response: NamedVersion,
  errors: ['notFound', 'unavailable'],
});

/** Makes a new version, with a backup and a log entry, in which all files, or the named ones, are as in an earlier one. */
export const returnToVersion = defineEndpoint({
  method: 'POST',
  path: '/console/v1/configuration/{serviceId}/versions/{version}/return',
  access: 'AUTHENTICATED',
  permission: 'configuration.write',
  tag: 'configuration',
  summary:
    'Return the configuration of a service, or some of its files, to an earlier version. Accepts If-Match',
  idempotent: true,
  params: z.object({ serviceId: ServiceId, version: Version }),
  body: z.object({
    /** The live version that the caller saw. */
    baseVersion: VersionNumber,
    files: z.array(FilePlace).min(1).max(MAX_RETURNED_FILES).optional(),
    /** An id chosen by the caller, under which `getProgress` returns the progress. */
    progress: z.uuid().optional(),
  }),
  response: z.object({
    version: z.int(),
    /** Null when nothing had to change. */
    backupId: z.string().nullable(),
  }),
  errors: ['notFound', 'conflict', 'unprocessable', 'unavailable'],
  details: { conflict: MovedFiles, unprocessable: z.union([RefusedImport, Uncovered]) },
});
