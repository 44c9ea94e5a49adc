import { AddedEntry, CollectionName, EntryId, EntryQuery } from '@atrium/contract/service-api/content-entry';
import { z } from 'zod';

/** What functions give to the operations on content. */

const collection = CollectionName;
const Fields = z.record(z.string(), z.unknown());

export const Find = z.object({ collection, query: EntryQuery.prefault({}).nullish() });
export const One = z.object({ collection, id: EntryId });
export const Insert = z.object({ collection, entry: AddedEntry });
export const Update = z.object({ collection, id: EntryId, changes: Fields });
