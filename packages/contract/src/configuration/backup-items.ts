import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { IdParams } from '../id-params.ts';
import { ConfigurationItem } from '../service-api/files/configuration-item.ts';
import { DiffType } from '../service-api/files/file-change.ts';

/** An item before and after an import. */
export const findTwo = defineEndpoint({
  method: 'POST',
  path: '/console/v1/bulk/backup/find/two',
  access: 'AUTHENTICATED',
  permission: 'configuration.read',
  isSlow: true,
  tag: 'configuration',
  summary: 'Get an item before and after the import of a backup',
  body: z.object({
    collectionName: z.string().min(1).max(400),
    backupId: z.uuid(),
    objectName: z.string().min(1).max(200),
  }),
  response: z.object({
    /** Null when the item did not exist. */
    before: ConfigurationItem.nullable(),
    after: ConfigurationItem.nullable(),
  }),
  errors: ['notFound', 'unprocessable', 'unavailable'],
});

/** The items that an import changed, to choose from. */
export const listBackupItems = defineEndpoint({
  method: 'GET',
  path: '/console/v1/backup/{id}/items',
  access: 'AUTHENTICATED',
  permission: 'configuration.read',
  isSlow: true,
  tag: 'configuration',
  summary: 'List the items that the import of a backup changed',
  params: IdParams,
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
