import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { knownFields } from '../../known-fields.ts';
import { LimitReached } from '../../limits/limit.ts';
import {
  AddedEntry,
  ChangedMeanwhile,
  CollectionName,
  Entry,
  EntryChanges,
  EntryEdits,
  EntryId,
  EntryPage,
  EntryPreview,
  EntryQuery,
  MAX_CHANGED_ENTRIES,
} from './content-entry.ts';
import { EntryOperations, OperationResults } from './entry-operation.ts';

const params = z.object({ collection: CollectionName });

const one = params.extend({ id: EntryId });

export const queryEntries = defineEndpoint({
  method: 'POST',
  path: '/entries/{collection}/query',
  access: 'AUTHENTICATED',
  permission: 'content.read',
  tag: 'content',
  summary: 'List a page of entries of a collection; metered',
  params,
  body: EntryQuery,
  response: EntryPage,
  errors: ['notFound', 'unprocessable'],
});

export const CollectionIndex = z.object({
  collection: CollectionName,
  field: z.string(),
  /** Until an index is built, no query uses it. */
  isReady: z.boolean(),
  /** Entries that building it has read so far. */
  builtEntries: z.int(),
  /** Entries of the collection; null once the index is ready. */
  entries: z.int().nullable(),
});

export type CollectionIndex = z.infer<typeof CollectionIndex>;

export const listIndexes = defineEndpoint({
  method: 'GET',
  path: '/indexes',
  access: 'AUTHENTICATED',
  permission: 'content.read',
  tag: 'content',
  summary: 'List the indexes of all collections, with those that are being built',
  response: z.array(CollectionIndex),
});

export const getEntry = defineEndpoint({
  method: 'GET',
  path: '/entries/{collection}/{id}',
  access: 'AUTHENTICATED',
  permission: 'content.read',
  tag: 'content',
  summary: 'Get an entry; metered',
  params: one,
  response: Entry,
  errors: ['notFound'],
});

export const insertEntry = defineEndpoint({
  method: 'POST',
  path: '/entries/{collection}',
  access: 'AUTHENTICATED',
  permission: 'content.write',
  tag: 'content',
  summary: 'Add an entry; an id is created if none is given; metered',
  params,
  body: AddedEntry,
  response: Entry,
  errors: ['notFound', 'conflict', 'unprocessable'],
  details: { unprocessable: LimitReached },
});

export const updateEntry = defineEndpoint({
  method: 'PATCH',
  path: '/entries/{collection}/{id}',
  access: 'AUTHENTICATED',
  permission: 'content.write',
  tag: 'content',
  summary: 'Change fields of an entry; null removes one; metered',
  params: one,
  body: EntryChanges,
  response: Entry,
  errors: ['notFound', 'conflict', 'unprocessable'],
  details: { unprocessable: LimitReached },
});

export const deleteEntry = defineEndpoint({
  method: 'DELETE',
  path: '/entries/{collection}/{id}',
  access: 'AUTHENTICATED',
  permission: 'content.write',
  tag: 'content',
  summary: 'Remove an entry; metered',
  params: one,
  errors: ['notFound'],
});

export const previewEntries = defineEndpoint({
  method: 'POST',
  path: '/entries/{collection}/preview',
  access: 'AUTHENTICATED',
  permission: 'content.write',
  tag: 'content',
  summary: 'Check entries before they are written, and tell what each would change; metered as one query',
  params,
  body: knownFields({
    /** An entry without an id gets one. */
    entries: z.array(z.record(z.string(), z.unknown())).min(1).max(MAX_CHANGED_ENTRIES, { abort: true }),
  }),
  response: z.object({ previews: z.array(EntryPreview) }),
  errors: ['notFound'],
});

export const changeEntries = defineEndpoint({
  method: 'POST',
  path: '/entries/{collection}/changes',
  access: 'AUTHENTICATED',
  permission: 'content.write',
  tag: 'content',
  summary: 'Add, replace and delete entries, all or none, if they are still as given; each is metered',
  params,
  body: knownFields({ changes: EntryEdits }),
  errors: ['notFound', 'conflict', 'unprocessable'],
  details: { conflict: ChangedMeanwhile, unprocessable: LimitReached },
});

export const runTransaction = defineEndpoint({
  method: 'POST',
  path: '/transactions',
  access: 'AUTHENTICATED',
  permission: 'content.write',
  tag: 'content',
  summary: 'Make all of several changes of entries, or none of them; metered as the changes it has',
  body: knownFields({ operations: EntryOperations }),
  response: z.object({ results: OperationResults }),
  errors: ['notFound', 'conflict', 'unprocessable'],
  details: { unprocessable: LimitReached },
});
