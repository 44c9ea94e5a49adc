import { CollectionName, Entry, EntryId, EntryQuery } from '@atrium/contract/service-api/content-entry';
import { AppError } from '@atrium/host/errors';
import { z } from 'zod';
import type { Store } from '../database/schema.ts';
import type { HostOperation } from '../functions/sandbox-calls.ts';
import { HostCallError } from '../sandbox/host-call.ts';
import type { ContentService } from './content.service.ts';

const collection = CollectionName;
const Fields = z.record(z.string(), z.unknown());

const Find = z.object({ collection, query: EntryQuery.prefault({}).nullish() });
const One = z.object({ collection, id: EntryId });
const Insert = z.object({ collection, entry: Entry.partial({ id: true }) });
const Update = z.object({ collection, id: EntryId, changes: Fields });

/** Returns the store for a call; a test gets its own copy before its first change. */
export interface ContentStores {
  forRead: () => Promise<Store>;
  forWrite: () => Promise<Store>;
}

export type OnContentCall = (
  identity: { domainId: string; userId: string },
  metric: 'query' | 'write',
) => Promise<void>;

/** What functions can do with content: the same as users, for their own domain only. */
export function contentOperations(
  content: ContentService,
  { forRead, forWrite }: ContentStores,
  onCall: OnContentCall,
): Map<string, HostOperation> {
  const operation = <Argument>(
    schema: z.ZodType<Argument>,
    metric: 'query' | 'write',
    work: (store: Store, domainId: string, argument: Argument) => Promise<unknown>,
  ): HostOperation => {
    const stores = metric === 'query' ? forRead : forWrite;
    return async ({ identity }, given) => {
      const argument = schema.safeParse(given);
      if (!argument.success) throw new HostCallError('TypeError', z.prettifyError(argument.error));
      await onCall(identity, metric);
      return work(await stores(), identity.domainId, argument.data).catch(explain);
    };
  };
  return new Map([
    [
      'content.find',
      operation(Find, 'query', (store, domainId, given) =>
        content.findEntries(store, domainId, given.collection, given.query ?? EntryQuery.parse({})),
      ),
    ],
    [
      'content.get',
      operation(One, 'query', (store, domainId, given) =>
        content.getEntry(store, domainId, given.collection, given.id),
      ),
    ],
    [
      'content.insert',
      operation(Insert, 'write', (store, domainId, given) =>
        content.insertEntry(store, domainId, given.collection, given.entry),
      ),
    ],
    [
      'content.update',
      operation(Update, 'write', (store, domainId, given) =>
        content.updateEntry(store, domainId, given.collection, given.id, given.changes),
      ),
    ],
    [
      'content.delete',
      operation(One, 'write', (store, domainId, given) =>
        content.deleteEntry(store, domainId, given.collection, given.id),
      ),
    ],
  ]);
}

/** Refusals are visible to the function; their names mean what a status means over HTTP. */
function explain(error: unknown): never {
  if (error instanceof AppError) throw new HostCallError(error.name, error.message);
  throw error;
}
