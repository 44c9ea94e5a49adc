import { EntryQuery } from '@atrium/contract/service-api/functions/content-entry';
import { AppError } from '@atrium/host/errors';
import type { z } from 'zod';
import type { Store } from '../database/schema.ts';
import type { HostOperation } from '../functions/sandbox-calls.ts';
import { HostCallError } from '../sandbox/worker/host-call.ts';
import { CONTENT_SERVICE, type Content, type Entries } from './content.service.ts';
import { Find, Insert, One, readArgument, Update } from './content-arguments.ts';
import type { Collection } from './entry.repository.ts';
import type { FindTurns } from './find-turns.ts';

/** Returns where a call works; a test gets its own copy before its first change. */
export interface EntryAccess {
  forRead: () => Promise<Store>;
  forWrite: () => Promise<Entries>;
  /** For a connection that is shared with other domains. */
  findInTurn?: FindTurns;
}

export type OnContentCall = (
  identity: { domainId: string; userId: string },
  metric: 'query' | 'write',
  collection: string,
) => Promise<void>;

/** What functions can do with content: the same as users, for their own domain only. */
export function contentOperations(
  content: Content,
  { forRead, forWrite, findInTurn = (_, find) => find() }: EntryAccess,
  onCall: OnContentCall,
): Map<string, HostOperation> {
  const operation = <Argument extends { collection: string }, Where>(
    schema: z.ZodType<Argument>,
    metric: 'query' | 'write',
    open: () => Promise<Where>,
    work: (where: Where, place: Collection, argument: Argument) => Promise<unknown>,
  ): HostOperation => {
    return async ({ identity, onReach }, given) => {
      const argument = readArgument(schema, given);
      const { collection } = argument;
      const { domainId, limits } = identity;
      await onCall(identity, metric, collection);
      const place = { domainId, collection, ...(limits && { limits }) };
      if (onReach) {
        for (const [path, checksum] of await content.listFiles(place))
          onReach(CONTENT_SERVICE, path, checksum);
      }
      return work(await open(), place, argument).catch(explain);
    };
  };
  const find = operation(Find, 'query', forRead, (db, place, { query }) =>
    content.list(db, place, query ?? EntryQuery.parse({})),
  );
  return new Map([
    [
      'content.find',
      (caller, argument) =>
        // What is refused before its turn is not billed.
        findInTurn(caller.identity.domainId, () => find(caller, argument)).catch(explain),
    ],
    ['content.get', operation(One, 'query', forRead, (db, place, { id }) => content.get(db, place, id))],
    [
      'content.insert',
      operation(Insert, 'write', forWrite, (entries, place, { entry }) =>
        content.create(entries, place, entry),
      ),
    ],
    [
      'content.update',
      operation(Update, 'write', forWrite, (entries, place, { id, changes }) =>
        content.update(entries, place, id, changes),
      ),
    ],
    [
      'content.delete',
      operation(One, 'write', forWrite, (entries, place, { id }) => content.delete(entries, place, id)),
    ],
  ]);
}

/** Refusals are visible to the function; their names mean what a status means over HTTP. */
function explain(error: unknown): never {
  if (error instanceof AppError && error.status < 500) throw new HostCallError(error.name, error.message);
  throw error;
}
