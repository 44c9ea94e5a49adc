import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

/** Storage and usage of the domain in the services that share one store. */
export const StoredAmounts = z.object({
  files: z.int(),
  configurationBytes: z.int(),
  historyBytes: z.int(),
  entries: z.int(),
  entryBytes: z.int(),
  logBytes: z.int(),
  invocationsPerMinute: z.int(),
  invocationsPerDay: z.int(),
  /** Seconds; a service of before release 1.1 does not say. */
  computingPerDay: z.int().optional(),
  addressCallsPerDay: z.int().optional(),
  fetchesPerDay: z.int().optional(),
  fetchBytesPerDay: z.int().optional(),
});
export type StoredAmounts = z.infer<typeof StoredAmounts>;

/** Optional, as `getStorage`: the platform asks for it when the content of a closed account is deleted. */
export const deleteStorage = defineEndpoint({
  method: 'DELETE',
  path: '/storage',
  access: 'AUTHENTICATED',
  permission: 'configuration.write',
  refusedByProxy:
    'The data of a domain cannot be deleted here. It is deleted some time after its account was closed.',
  tag: 'storage',
  summary:
    'Delete all configuration, content and logged calls of the domain; only through the platform, for a closed account',
});

/** Optional: the platform calls its own services, whose totals cover the whole domain. */
export const getStorage = defineEndpoint({
  method: 'GET',
  path: '/storage',
  access: 'AUTHENTICATED',
  permission: 'none',
  tag: 'storage',
  summary: 'Get how much the domain stores and calls',
  response: StoredAmounts,
});
