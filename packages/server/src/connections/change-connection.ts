import { NotFoundError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Database, Store } from '../database/schema.ts';
import {
  findConnection,
  lockConnection,
  lockConnections,
  type StoredConnection,
} from './connection.repository.ts';

export const noSuchConnection = () =>
  new NotFoundError('There is no such connection. It may have been deleted.');

export async function findOrThrow(db: Store, domainId: string, id: string): Promise<StoredConnection> {
  const found = await findConnection(db, { domainId, id });
  if (found === undefined) throw noSuchConnection();
  return found;
}

/**
 * Runs a change of a connection in a transaction, one at a time per domain. The row is locked too: renewals of an access
 * store a new secret without the lock of the domain. Throws NotFoundError.
 */
export function changeConnection<Result>(
  db: Kysely<Database>,
  { domainId, id }: { domainId: string; id: string },
  change: (transaction: Store, before: StoredConnection) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (transaction) => {
    await lockConnections(transaction, domainId);
    const before = await lockConnection(transaction, { domainId, id });
    if (before === undefined) throw noSuchConnection();
    return change(transaction, before);
  });
}
