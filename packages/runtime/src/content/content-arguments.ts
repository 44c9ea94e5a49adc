import {
  AddedEntry,
  CollectionName,
  EntryChanges,
  EntryId,
  EntryQuery,
} from '@atrium/contract/service-api/functions/content-entry';
import { findRefusal } from '@atrium/host/http/bodies/text-check';
import { z } from 'zod';
import { HostCallError } from '../sandbox/worker/host-call.ts';

/** Arguments of content operations called by functions. */

const collection = CollectionName;

export const Find = z.object({ collection, query: EntryQuery.prefault({}).nullish() });
export const One = z.object({ collection, id: EntryId });
export const Insert = z.object({ collection, entry: AddedEntry });
export const Update = z.object({ collection, id: EntryId, changes: EntryChanges });

/** The door for what functions give, as a request is for what people send: behind it, all of it can be stored. */
export function readArgument<Argument>(schema: z.ZodType<Argument>, given: unknown): Argument {
  const [refused] = findRefusal(given, 'argument')?.fields ?? [];
  if (refused) throw new HostCallError('ValidationError', `${refused.field}: ${refused.defaultMessage}`);
  const argument = schema.safeParse(given);
  if (!argument.success) throw new HostCallError('TypeError', z.prettifyError(argument.error));
  return argument.data;
}
