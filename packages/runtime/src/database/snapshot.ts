import type { Kysely } from 'kysely';
import type { RuntimeDatabase, Store } from './schema.ts';

/** Runs several statements on one snapshot of the database, unaffected by concurrent writes. */
export function readSnapshot<Read>(
  db: Kysely<RuntimeDatabase>,
  read: (db: Store) => Promise<Read>,
): Promise<Read> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
}
