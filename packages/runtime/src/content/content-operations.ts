import { CollectionName, Entry, EntryId, EntryQuery } from '@atrium/contract/service-api/content-entry';
import { AppError } from '@atrium/host/errors';
import { z } from 'zod';
import type { Store } from '../database/schema.ts';
import type { HostOperation } from '../functions/sandbox-calls.ts';
import { HostCallError } from '../sandbox/host-call.ts';
import type { Content } from './content.service.ts';
import type { Collection } from './entry.repository.ts';

const collection = CollectionName;
const Fields = z.record(z.string(), z.unknown());

const Find = z.object({ collection, query: EntryQuery.prefault({}).nullish() });
const One = z.object({ collection, id: EntryId });
const Insert = z.object({ collection, entry: Entry.partial({ id: true }) });
const Update = z.object({ collection, id: EntryId, changes: Fields });

/** Returns where a call works; a test gets its own copy before its first change. */
export interface EntryAccess {
  forRead: () => Promise<Store>;
  forWrite: () => Promise<Store>;
}

export type OnContentCall = (
  identity: { domainId: string; userId: string },
  metric: 'query' | 'write',
) => Promise<void>;

/** What functions can do with content: the same as users, for their own domain only. */
export function contentOperations(
  content: Content,
  { forRead, forWrite }: EntryAccess,
  onCall: OnContentCall,
): Map<string, HostOperation> {
  const operation = <Argument extends { collection: string }>(
    schema: z.ZodType<Argument>,
    metric: 'query' | 'write',
    work: (db: Store, place: Collection, argument: Argument) => Promise<unknown>,
  ): HostOperation => {
    const open = metric === 'query' ? forRead : forWrite;
    return async ({ identity }, given) => {
      const argument = schema.safeParse(given);
      if (!argument.success) throw new HostCallError('TypeError', z.prettifyError(argument.error));
      await onCall(identity, metric);
      const place = { domainId: identity.domainId, collection: argument.data.collection };
      return work(await open(), place, argument.data).catch(explain);
    };
  };
  return new Map([
    [
      'content.find',
      operation(Find, 'query', (db, place, { query }) =>
        content.list(db, place, query ?? EntryQuery.parse({})),
      ),
    ],
    ['content.get', operation(One, 'query', (db, place, { id }) => content.get(db, place, id))],
    [
      'content.insert',
      operation(Insert, 'write', (db, place, { entry }) => content.create(db, place, entry)),
    ],
    [
      'content.update',
      operation(Update, 'write', (db, place, { id, changes }) => content.update(db, place, id, changes)),
    ],
    ['content.delete', operation(One, 'write', (db, place, { id }) => content.delete(db, place, id))],
  ]);
}

/** Refusals are visible to the function; their names mean what a status means over HTTP. */
function explain(error: unknown): never {
  if (error instanceof AppError) throw new HostCallError(error.name, error.message);
  throw error;
}
