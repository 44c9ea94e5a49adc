import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

/** The last pull that was submitted, or the last push, of a service. */
export const Exchange = z.object({
  gitUrl: z.string(),
  branch: z.string().nullable(),
  commitSha: z.string(),
  direction: z.enum(['PULL', 'PUSH']),
  exchangedOn: z.iso.datetime(),
  /** Id of the person who exchanged. */
  userId: z.string(),
});
export type Exchange = z.infer<typeof Exchange>;

export const LastChange = z.object({
  on: z.iso.datetime(),
  /** Username of the author; empty for the starter configuration and deleted accounts. */
  user: z.string(),
  /** Username of the administrator who made it as `user`. */
  impersonator: z.string().nullable(),
});

export const ConfiguredService = z.object({
  serviceId: z.string(),
  serviceName: z.string(),
  /** The live version; null when the service does not answer. */
  version: z.int().nullable(),
  /** The change that made the live version; null when the service does not answer. */
  lastChange: LastChange.nullable(),
  exchange: Exchange.nullable(),
  /**
   * Number of files that differ between the live configuration and the last exchanged commit, including files
   * on one side only; null if unknown.
   */
  ahead: z.int().nullable(),
  /**
   * Files that differ between that commit and the newest one seen by a pull of the same branch; null when no one has looked
   * for a day.
   */
  behind: z.int().nullable(),
});
export type ConfiguredService = z.infer<typeof ConfiguredService>;

export const listConfiguredServices = defineEndpoint({
  method: 'GET',
  path: '/console/v1/git/config/services',
  access: 'AUTHENTICATED',
  permission: 'configuration.read',
  isTogether: true,
  isSlow: true,
  tag: 'configuration',
  summary: 'List the services whose configuration can be pulled or pushed',
  response: z.object({ services: z.array(ConfiguredService) }),
});
