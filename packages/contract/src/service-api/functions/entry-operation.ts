import { z } from 'zod';
import { knownFields } from '../../known-fields.ts';
import { AddedEntry, CollectionName, Entry, EntryChanges, EntryId, Where } from './content-entry.ts';

/** Most operations of one transaction. */
export const MAX_OPERATIONS = 100;

const KINDS = {
  insert: knownFields({ insert: CollectionName, entry: AddedEntry }),
  update: knownFields({
    update: CollectionName,
    id: EntryId,
    changes: EntryChanges,
    /** Conditions that the entry must match, as in a query; otherwise the whole transaction is refused. */
    where: Where.optional(),
  }),
  delete: knownFields({ delete: CollectionName, id: EntryId, where: Where.optional() }),
};

/** One write of a transaction, named after what it does to an entry of which collection. */
export const EntryOperation = z.union([KINDS.insert, KINDS.update, KINDS.delete], { error: explain });

export type EntryOperation = z.infer<typeof EntryOperation>;

export const EntryOperations = z
  .array(EntryOperation)
  .max(MAX_OPERATIONS, { abort: true, error: `A transaction has at most ${MAX_OPERATIONS} operations.` });

/** Entries as the operations leave them, in their order; null for a deletion. */
export const OperationResults = z.array(Entry.nullable());

export function collectionOf(operation: EntryOperation): string {
  if ('insert' in operation) return operation.insert;
  return 'update' in operation ? operation.update : operation.delete;
}

/** Explains the first error of the kind that is meant, with its place in the operation. */
function explain({ input }: { input?: unknown }): string {
  const names = Object.keys(KINDS) as (keyof typeof KINDS)[];
  const [name, ...others] = names.filter(
    (each) => typeof input === 'object' && input !== null && Object.hasOwn(input, each),
  );
  if (name === undefined || others.length > 0)
    return 'An operation has either "insert", "update" or "delete", with the name of a collection.';
  const [issue] = KINDS[name].safeParse(input).error?.issues ?? [];
  const place = issue?.path.join('.') ?? '';
  return `${place === '' ? '' : `${place}: `}${issue?.message ?? 'Invalid'}`;
}
