import { z } from 'zod';
import { knownFields } from '../../known-fields.ts';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../../paging.ts';
import { CANNOT_BE_IN_PATH, canBeInPath } from '../../path-steps.ts';

/** Name of a collection: the file `collections/<name>.meta.js` holds its schema. */
export const CollectionName = z
  .string()
  .max(100, { abort: true })
  .regex(/^[\p{L}\p{N}_-]+$/u);

export const EntryId = z.string().min(1).max(200, { abort: true });

/** A document of a collection. `id` identifies it; everything else is defined by the collection's schema. */
export const Entry = z.object({ id: EntryId }).catchall(z.unknown());

export type Entry = z.infer<typeof Entry>;

/** An entry to add; one that is there already may have any id. */
export const AddedEntry = Entry.extend({
  id: EntryId.refine(canBeInPath, CANNOT_BE_IN_PATH).optional(),
});

export const EntryQuery = knownFields({
  /** Values an entry must have; nested objects and lists are matched by what they contain. */
  where: z.record(z.string(), z.unknown()).default({}),
  /** Field to sort by; by id where it is left out, and among equals. */
  sortBy: z.string().max(200).optional(),
  descending: z.boolean().default(false),
  page: z.int().min(0).default(0),
  size: z.int().min(1).max(MAX_PAGE_SIZE).default(DEFAULT_PAGE_SIZE),
});

export type EntryQuery = z.infer<typeof EntryQuery>;
