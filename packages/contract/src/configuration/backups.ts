import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { PageRequest, pagedResult } from '../paging.ts';
import { DiffType } from '../service-api/file-change.ts';
import { PlainValue } from '../service-api/plain-value.ts';

/** The configuration of a service as it was before an import. */
export const Backup = z.object({
  id: z.string(),
  serviceId: z.string(),
  serviceName: z.string(),
  /** The version that restoring brings back. */
  version: z.int(),
  /** The version that the import made. */
  importedVersion: z.int(),
  createdOn: z.iso.datetime(),
  /** Username of who imported. */
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
  tag: 'configuration',
  summary: 'Backups, made before each import',
  body: PageRequest.extend({
    backupType: z.literal('CONFIGURATION').default('CONFIGURATION'),
    domainClassName: z.string().max(200).default('GitConfigRequest'),
    serviceId: z.string().min(1).max(200).optional(),
  }),
  response: pagedResult(Backup),
});

/** One item as it was before an import and after it. */
export const findTwo = defineEndpoint({
  method: 'POST',
  path: '/console/v1/bulk/backup/find/two',
  access: 'AUTHENTICATED',
  tag: 'configuration',
  summary: 'An item before and after the import of a backup',
  body: z.object({
    collectionName: z.string().min(1).max(400),
    backupId: z.uuid(),
    objectName: z.string().min(1).max(200),
  }),
  response: z.object({
    /** Null when the item did not exist. */
    before: PlainValue.nullable(),
    after: PlainValue.nullable(),
  }),
  errors: ['notFound', 'unprocessable', 'unavailable'],
});

/** The items that an import changed, to choose from. */
export const listBackupItems = defineEndpoint({
  method: 'GET',
  path: '/console/v1/backup/{id}/items',
  access: 'AUTHENTICATED',
  tag: 'configuration',
  summary: 'Items that the import of a backup changed',
  params: z.object({ id: z.uuid() }),
  response: z.object({
    items: z.array(
      z.object({
        collectionName: z.string(),
        objectName: z.string(),
        change: DiffType.extract(['NEW', 'DELETED', 'CHANGED']),
      }),
    ),
  }),
  errors: ['notFound', 'unavailable'],
});

/**
 * Brings back the configuration of a backup as a new version: of one item, of one service, or, when neither is
 * named, of every service imported in the same go.
 */
export const restoreBackup = defineEndpoint({
  method: 'POST',
  path: '/console/v1/backup/{id}/restore',
  access: 'AUTHENTICATED',
  tag: 'configuration',
  summary: 'Restore a backup. Accepts Idempotency-Key and, for one service, If-Match',
  params: z.object({ id: z.uuid() }),
  body: z.object({
    serviceId: z.string().min(1).max(200).optional(),
    collectionName: z.string().min(1).max(400).optional(),
    objectName: z.string().min(1).max(200).optional(),
  }),
  response: z.object({
    /** The live version of the backup's own service. */
    version: z.int(),
    services: z.array(z.object({ serviceId: z.string(), version: z.int() })),
  }),
  errors: ['notFound', 'conflict', 'unprocessable', 'unavailable'],
});
