import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

/** Part of a person's data in the services that share one store. */
export const PersonRecords = z.object({
  /** Name of the list that the records belong to; the pages of a list follow each other. */
  list: z.string(),
  /** Description of the part in one sentence. */
  about: z.string(),
  records: z.array(z.record(z.string(), z.unknown())),
  /** Cursor of the next page; null on the last page of all lists. */
  next: z.string().nullable(),
});
export type PersonRecords = z.infer<typeof PersonRecords>;

/** Optional, as `getStorage`: the platform asks its own services when a person downloads their data. */
export const listPersonRecords = defineEndpoint({
  method: 'GET',
  path: '/person',
  access: 'AUTHENTICATED',
  permission: 'none',
  isSlow: true,
  refusedByProxy: 'Personal data cannot be read here. Choose “Download my data” in your profile.',
  tag: 'person',
  summary: 'List what the services hold about the signed-in person, page by page; only through the platform',
  query: z.object({ after: z.string().max(2000).optional() }),
  response: PersonRecords,
});
