import { z } from 'zod';
import { knownFields } from '../../known-fields.ts';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, pagedResult } from '../../paging.ts';
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

/** Last change of an entry. */
export const EntryChange = z.object({
  changedOn: z.iso.datetime(),
  /** Null for an entry of the seed file, or if it is not recorded. */
  userId: z.string().nullable(),
  isSeed: z.boolean(),
  /** Call of a function that changed it for the person; the log may no longer have it. */
  call: z.object({ serviceId: z.string(), function: z.string(), id: z.uuid() }).nullable(),
});

export type EntryChange = z.infer<typeof EntryChange>;

/** An entry to add; one that is there already may have any id. */
export const AddedEntry = Entry.extend({
  id: EntryId.refine(canBeInPath, CANNOT_BE_IN_PATH).optional(),
});

/** Fields to set; null removes one. */
export const EntryChanges = z.record(z.string(), z.unknown());

/** Conditions that a field can have besides a value: `{ totalCents: { $gte: 1000, $lt: 5000 } }`. */
export const OPERATORS = ['$eq', '$ne', '$lt', '$lte', '$gt', '$gte', '$contains', '$empty'] as const;
export type Operator = (typeof OPERATORS)[number];

/** Values that an operator can be given, in words. */
const OPERANDS: Record<Operator, { words: string; isMet: (value: unknown) => boolean }> = {
  $eq: { words: 'any value', isMet: (value) => value !== undefined },
  $ne: { words: 'any value', isMet: (value) => value !== undefined },
  $lt: { words: 'a text or a number', isMet: isOrdered },
  $lte: { words: 'a text or a number', isMet: isOrdered },
  $gt: { words: 'a text or a number', isMet: isOrdered },
  $gte: { words: 'a text or a number', isMet: isOrdered },
  $contains: {
    words: 'a text, a number or a boolean',
    isMet: (value) => isOrdered(value) || typeof value === 'boolean',
  },
  $empty: { words: 'true or false', isMet: (value) => typeof value === 'boolean' },
};

const MAX_CONDITIONS = 20;

export interface EntryCondition {
  /** Names of fields, from the document inwards. */
  path: string[];
  operator: Operator;
  value: unknown;
}

function isOrdered(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number';
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Conditions of a query: values that a document must contain, and operators. An object whose keys begin with
 * `$` holds operators; nested objects match by the fields they name.
 */
export function readConditions(where: Record<string, unknown>): {
  contained: Record<string, unknown>;
  conditions: EntryCondition[];
} {
  const conditions: EntryCondition[] = [];
  const read = (fields: Record<string, unknown>, path: string[]): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, value]): [string, unknown][] => {
        const at = [...path, name];
        if (!isFields(value) || Object.keys(value).length === 0) return [[name, value]];
        if (!Object.keys(value).some((key) => key.startsWith('$'))) {
          const inner = read(value, at);
          return Object.keys(inner).length === 0 ? [] : [[name, inner]];
        }
        for (const [operator, operand] of Object.entries(value)) {
          conditions.push({ path: at, operator: operator as Operator, value: operand });
        }
        return [];
      }),
    );
  return { contained: read(where, []), conditions };
}

/** Conditions of a query or of an operation. */
export const Where = z.record(z.string(), z.unknown()).superRefine((where, context) => {
  const { conditions } = readConditions(where);
  for (const { path, operator, value } of conditions) {
    const operand = Object.hasOwn(OPERANDS, operator) ? OPERANDS[operator] : undefined;
    const message = operand
      ? `${operator} needs ${operand.words}.`
      : `Unknown here: ${operator.slice(0, 100)}. Known are: ${OPERATORS.join(', ')}.`;
    if (!operand?.isMet(value)) context.addIssue({ code: 'custom', message, path: [...path, operator] });
  }
  if (conditions.length > MAX_CONDITIONS)
    context.addIssue({ code: 'custom', message: `At most ${MAX_CONDITIONS} operators.` });
});

/** Entries are counted up to here unless a query asks for all of them; more of them are sorted by an index only. */
export const MAX_COUNTED = 10_000;

export const EntryQuery = knownFields({
  /** Values or operators that an entry must match; nested objects and lists match by containment. */
  where: Where.default({}),
  /** Field to sort by; by id where it is left out, and among equals. Texts are compared by their first 200 characters. */
  sortBy: z.string().max(200).optional(),
  descending: z.boolean().default(false),
  /** Counts from 0. Pages beyond the first 10,000 entries are reached by `cursor`. */
  page: z.int().min(0).default(0),
  size: z.int().min(1).max(MAX_PAGE_SIZE).default(DEFAULT_PAGE_SIZE),
  /** A cursor of a returned page, with the same `sortBy` and `descending`; replaces `page`. */
  cursor: z.string().max(4_000).optional(),
  /** Counts all entries that match, however many there are. */
  count: z.boolean().default(false),
  /** Returns the last change of each entry, too. */
  changes: z.boolean().default(false),
});

export type EntryQuery = z.infer<typeof EntryQuery>;

/** Cursors of other pages; null if there is none. */
export const EntryCursors = z.object({
  next: z.string().nullable(),
  previous: z.string().nullable(),
  last: z.string().nullable(),
});

export const EntryPage = pagedResult(Entry).extend({
  /** False if more than `totalElements` match: only so many were counted. */
  isCounted: z.boolean(),
  cursors: EntryCursors,
  /** Of the entries in `content`, in their order, if the query asks for it; null for one deleted meanwhile. */
  changes: z.array(EntryChange.nullable()).optional(),
});

export type EntryPage = z.infer<typeof EntryPage>;

/** Most entries that are checked or changed at once. */
export const MAX_CHANGED_ENTRIES = 500;

/** A change of one entry; `before` is null for a new entry, `after` for one to delete. Swapped, it undoes itself. */
export const EntryEdit = z
  .strictObject({ before: Entry.nullable(), after: Entry.nullable() })
  .refine(({ before, after }) => (before?.id ?? after?.id) !== undefined, 'A change needs an entry.')
  .refine(({ before, after }) => !before || !after || before.id === after.id, 'An id cannot be changed.');

export type EntryEdit = z.infer<typeof EntryEdit>;

export const EntryEdits = z
  .array(EntryEdit)
  .min(1)
  .max(MAX_CHANGED_ENTRIES, { abort: true })
  .refine((edits) => new Set(edits.map(idOfEdit)).size === edits.length, 'Each entry can be changed once.');

export function idOfEdit({ before, after }: EntryEdit): string {
  return before?.id ?? after?.id ?? '';
}

/** Effect that writing an entry would have: its edit, or the reason why it is refused. */
export const EntryPreview = z.object({ edit: EntryEdit.nullable(), reason: z.string().nullable() });

export type EntryPreview = z.infer<typeof EntryPreview>;

/** Entries that others changed meanwhile, as they are now; null for deleted ones. */
export const ChangedMeanwhile = z.object({
  entries: z.array(z.object({ id: EntryId, current: Entry.nullable() })),
});
