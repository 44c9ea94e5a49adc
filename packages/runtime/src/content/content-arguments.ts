import {
  AddedEntry,
  CollectionName,
  EntryChanges,
  EntryId,
  EntryQuery,
} from '@atrium/contract/service-api/functions/content-entry';
import { z } from 'zod';
import { refuseUnstorable } from '../functions/sandbox-calls.ts';
import { HostCallError } from '../sandbox/worker/host-call.ts';

/** Arguments of content operations called by functions. */

const collection = CollectionName;

export const Find = z.object({ collection, query: EntryQuery.prefault({}).nullish() });
export const One = z.object({ collection, id: EntryId });
export const Insert = z.object({ collection, entry: AddedEntry });
export const Update = z.object({ collection, id: EntryId, changes: EntryChanges });

export function readArgument<Argument>(schema: z.ZodType<Argument>, given: unknown): Argument {
  refuseUnstorable(given, 'argument');
  const argument = schema.safeParse(given);
  if (!argument.success) throw new HostCallError('TypeError', z.prettifyError(argument.error));
  return argument.data;
}
