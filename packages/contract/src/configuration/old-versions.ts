import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

/** Number of newest versions that are not offered for deletion. */
export const KEPT_VERSIONS = 10;

/** The versions of one service, from the oldest one that was not deleted. */
export const ServiceVersions = z.object({
  serviceId: z.string(),
  serviceName: z.string(),
  oldestVersion: z.int(),
  liveVersion: z.int(),
  /** Versions before this one may be deleted: the live one and those last exchanged with git stay. */
  neededFrom: z.int(),
  /** Versions before this one are offered for deletion. */
  offeredBefore: z.int(),
});
export type ServiceVersions = z.infer<typeof ServiceVersions>;

export const listServiceVersions = defineEndpoint({
  method: 'GET',
  path: '/console/v1/old-versions',
  access: 'AUTHENTICATED',
  permission: 'configuration.read',
  tag: 'configuration',
  summary: 'List which versions each service keeps and which of them can be deleted',
  response: z.array(ServiceVersions),
});

export const deleteVersions = defineEndpoint({
  method: 'POST',
  path: '/console/v1/old-versions/delete',
  access: 'AUTHENTICATED',
  permission: 'configuration.write',
  tag: 'configuration',
  summary: 'Delete the oldest versions of a service, with their backups',
  body: z.object({ serviceId: z.string().min(1).max(200), before: z.int().min(1) }),
  response: z.object({ deletedVersions: z.int(), freedBytes: z.int() }),
  errors: ['notFound', 'unprocessable', 'unavailable'],
});
