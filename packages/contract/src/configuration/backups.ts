import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { IdParams } from '../id-params.ts';
import { PageRequest, pagedResult } from '../paging.ts';
import { RefusedImport } from '../service-api/versions/import.ts';
import { MovedFiles } from './confirm.ts';
import { ImportedService } from './import.ts';
import { Uncovered } from './protection.ts';

/** The configuration of a service as it was before an import. */
export const Backup = z.object({
  id: z.string(),
  serviceId: z.string(),
  serviceName: z.string(),
  /** The version that would be restored. */
  version: z.int(),
  /** The version that the import made. */
  importedVersion: z.int(),
  createdOn: z.iso.datetime(),
  /** Username of the importer. */
  user: z.string(),
  message: z.string(),
  /** The commit that was imported, if it came from git. */
  commitSha: z.string().nullable(),
  /** Services imported in one go share it. */
  backupKey: z.string(),
});

export type Backup = z.infer<typeof Backup>;

/** Newest first. */
export const listBackups = defineEndpoint({
  method: 'POST',
  path: '/console/v1/backup/minimal/list',
  access: 'AUTHENTICATED',
  permission: 'configuration.read',
  tag: 'configuration',
  summary: 'List backups; one is made before each import',
  body: PageRequest.extend({
    backupType: z.literal('CONFIGURATION').default('CONFIGURATION'),
    domainClassName: z.string().max(200).default('GitConfigRequest'),
    serviceId: z.string().min(1).max(200).optional(),
  }),
  response: pagedResult(Backup),
});

/**
 * Restores the configuration of a backup as a new version: of one item, of one service, or, if neither is named, of
 * every service imported together with it. Of several, one that fails does not stop the others.
 */
export const restoreBackup = defineEndpoint({
  method: 'POST',
  path: '/console/v1/backup/{id}/restore',
  access: 'AUTHENTICATED',
  permission: 'configuration.write',
  tag: 'configuration',
  summary: 'Restore a backup. Accepts, for one service, If-Match',
  idempotent: true,
  params: IdParams,
  body: z.object({
    serviceId: z.string().min(1).max(200).optional(),
    collectionName: z.string().min(1).max(400).optional(),
    objectName: z.string().min(1).max(200).optional(),
    /** An id chosen by the caller, under which `getProgress` returns the progress. */
    progress: z.uuid().optional(),
  }),
  response: z.object({
    /** The live version of the backup's own service; absent if it is one of several and could not be restored. */
    version: z.int().optional(),
    services: z.array(ImportedService),
  }),
  errors: ['notFound', 'conflict', 'unprocessable', 'unavailable'],
  details: { conflict: MovedFiles, unprocessable: z.union([RefusedImport, Uncovered]) },
});
