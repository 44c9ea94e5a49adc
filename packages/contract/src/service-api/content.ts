import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, pagedResult } from '../paging.ts';

/** Name of a collection: the file `collections/<name>.meta.js` holds its schema. */
export const CollectionName = z
  .string()
  .regex(/^[\p{L}\p{N}_-]+$/u)
  .max(100);
export const EntryId = z.string().min(1).max(200);

/** A document of a collection. `id` names it; everything else is as the collection's schema says. */
export const Entry = z.object({ id: EntryId }).catchall(z.unknown());
export type Entry = z.infer<typeof Entry>;

export const EntryQuery = z.object({
  /** Values an entry must have; nested objects and lists are matched by what they contain. */
  where: z.record(z.string(), z.unknown()).default({}),
  /** Field to sort by; by id where it is left out, and among equals. */
  sortBy: z.string().max(200).optional(),
  descending: z.boolean().default(false),
  page: z.int().min(0).default(0),
  size: z.int().min(1).max(MAX_PAGE_SIZE).default(DEFAULT_PAGE_SIZE),
});
export type EntryQuery = z.infer<typeof EntryQuery>;

const params = z.object({ collection: CollectionName });
const one = params.extend({ id: EntryId });

export const queryEntries = defineEndpoint({
  method: 'POST',
  path: '/entries/{collection}/query',
  access: 'AUTHENTICATED',
  tag: 'content',
  summary: 'A page of entries of a collection; metered',
  params,
  body: EntryQuery,
  response: pagedResult(Entry),
  errors: ['notFound'],
});

export const getEntry = defineEndpoint({
  method: 'GET',
  path: '/entries/{collection}/{id}',
  access: 'AUTHENTICATED',
  tag: 'content',
  summary: 'One entry; metered',
  params: one,
  response: Entry,
  errors: ['notFound'],
});

export const insertEntry = defineEndpoint({
  method: 'POST',
  path: '/entries/{collection}',
  access: 'AUTHENTICATED',
  tag: 'content',
  summary: 'Add an entry; an id is made where none is given; metered',
  params,
  body: Entry.partial({ id: true }),
  response: Entry,
  errors: ['notFound', 'conflict', 'unprocessable'],
});

export const updateEntry = defineEndpoint({
  method: 'PATCH',
  path: '/entries/{collection}/{id}',
  access: 'AUTHENTICATED',
  tag: 'content',
  summary: 'Change fields of an entry; null removes one; metered',
  params: one,
  body: z.record(z.string(), z.unknown()),
  response: Entry,
  errors: ['notFound', 'unprocessable'],
});

export const deleteEntry = defineEndpoint({
  method: 'DELETE',
  path: '/entries/{collection}/{id}',
  access: 'AUTHENTICATED',
  tag: 'content',
  summary: 'Remove an entry; metered',
  params: one,
  errors: ['notFound'],
});
