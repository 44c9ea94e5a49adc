import type { Kysely } from 'kysely';
import type { RuntimeDatabase, Store } from './schema.ts';

/** Reads one state of the database in several statements, whatever is written or deleted meanwhile. */
export function readSnapshot<Read>(
  db: Kysely<RuntimeDatabase>,
  read: (db: Store) => Promise<Read>,
): Promise<Read> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
}
