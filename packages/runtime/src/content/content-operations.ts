import {
  AddedEntry,
  CollectionName,
  EntryChanges,
  EntryId,
  EntryQuery,
} from '@atrium/contract/service-api/functions/content-entry';
import { collectionOf, EntryOperations } from '@atrium/contract/service-api/functions/entry-operation';
import { z } from 'zod';
import type { Store } from '../database/schema.ts';
import { explain, type HostOperation, refuseUnstorable } from '../functions/sandbox-calls.ts';
import { HostCallError } from '../sandbox/worker/host-call.ts';
import { CONTENT_SERVICE } from './collections.ts';
import type { Content } from './content.service.ts';
import type { Collection } from './entry.repository.ts';
import type { EntryDomain } from './entry-transaction.repository.ts';
import type { LimitFinds } from './find-limit.ts';

/** Runs a call on the live entries, or on those of a test. */
export type UseEntries = <Result>(work: (db: Store, testId?: string) => Promise<Result>) => Promise<Result>;

export type OnContentCall = (
  identity: { domainId: string; userId: string },
  metric: 'query' | 'write',
  /** One for each call or operation that counts. */
  collections: readonly string[],
) => Promise<void>;

const collection = CollectionName;
const Find = z.object({ collection, query: EntryQuery.prefault({}).nullish() });
const One = z.object({ collection, id: EntryId });
const Insert = z.object({ collection, entry: AddedEntry });
const Update = z.object({ collection, id: EntryId, changes: EntryChanges });

/** Content operations available to functions: the same as for users, limited to their domain. */
export function contentOperations(
  content: Content,
  useEntries: UseEntries,
  onCall: OnContentCall,
  /** For a connection that is shared with other domains. */
  limitFinds: LimitFinds = (_, find) => find(),
): Map<string, HostOperation> {
  const onCollections = <Argument>(
    schema: z.ZodType<Argument>,
    metric: 'query' | 'write',
    collectionsOf: (argument: Argument) => readonly string[],
    work: (db: Store, domain: EntryDomain, argument: Argument) => Promise<unknown>,
  ): HostOperation => {
    return async ({ identity, call, depth, onReach }, given) => {
      const argument = readArgument(schema, given);
      const collections = collectionsOf(argument);
      const { domainId, userId, serviceId, limits } = identity;
      await onCall(identity, metric, collections);
      const by = { userId, ...(call && { call: { serviceId, ...call } }) };
      const domain = { domainId, by, depth, ...(limits && { limits }) };
      for (const collection of onReach ? new Set(collections) : []) {
        for (const [path, checksum] of await content.listFiles({ domainId, collection }))
          onReach?.(CONTENT_SERVICE, path, checksum);
      }
      return useEntries((db, testId) =>
        work(db, { ...domain, ...(testId !== undefined && { testId }) }, argument),
      ).catch(explain);
    };
  };
  const operation = <Argument extends { collection: string }>(
    schema: z.ZodType<Argument>,
    metric: 'query' | 'write',
    work: (db: Store, place: Collection, argument: Argument) => Promise<unknown>,
  ): HostOperation =>
    onCollections(
      schema,
      metric,
      ({ collection }) => [collection],
      (db, domain, argument) => work(db, { ...domain, collection: argument.collection }, argument),
    );
  const find = operation(Find, 'query', (db, place, { query }) =>
    content.list(db, place, query ?? EntryQuery.parse({})),
  );
  return new Map([
    [
      'content.find',
      (caller, argument) =>
        // A refused query is not billed.
        limitFinds(caller.identity.domainId, () => find(caller, argument)).catch(explain),
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
    [
      'content.transaction',
      onCollections(
        EntryOperations,
        'write',
        (operations) => operations.map(collectionOf),
        (db, domain, operations) => content.transact(db, domain, operations),
      ),
    ],
  ]);
}

function readArgument<Argument>(schema: z.ZodType<Argument>, given: unknown): Argument {
  refuseUnstorable(given, 'argument');
  const argument = schema.safeParse(given);
  if (!argument.success) throw new HostCallError('TypeError', z.prettifyError(argument.error));
  return argument.data;
}
