import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

/** Id of a service: part of its address on the product's host and of paths in repositories. */
export const ServiceId = z
  .string()
  .regex(
    /^[a-z][a-z0-9-]{0,62}$/,
    'Must start with a letter and contain only lower-case letters, digits and hyphens',
  );

/** A build's description of itself. */
export const Build = z.object({
  tag: z.string().nullable(),
  commit: z.string().nullable(),
  build_date: z.string().nullable(),
});
export type Build = z.infer<typeof Build>;

/**
 * A service of the platform as its customers see it. `uri` and the health addresses are relative to the
 * product's host, where every service is reached. Without a part (`fe`: user interface) there is no address.
 */
export const Service = z.object({
  id: ServiceId,
  name: z.string(),
  uri: z.string(),
  group: z.string(),
  health: z.object({ fe: z.string().nullable(), be: z.string().nullable() }),
  /** Last build reported by each part; `null` as long as it has never responded. */
  info: z.object({ fe: Build.nullable(), be: Build.nullable() }),
});
export type Service = z.infer<typeof Service>;

export const listServices = defineEndpoint({
  method: 'GET',
  path: '/services',
  access: 'AUTHENTICATED',
  permission: 'none',
  isForKeys: true,
  isTogether: true,
  tag: 'services',
  summary: 'List the services of the platform with their health addresses',
  response: z.object({ services: z.array(Service) }),
});

/** URL of a service on the product's host. */
export function serviceUri(serviceId: string): string {
  return `/services/${serviceId}`;
}
