import type { Insertable } from 'kysely';
import type { Database, Store } from '../database/schema.ts';

export async function insertBackup(
  db: Store,
  backup: Insertable<Database['databaseBackups']>,
): Promise<void> {
  await db.insertInto('databaseBackups').values(backup).execute();
}

/** The last one that did not fail. */
export function findLastBackup(db: Store) {
  return db
    .selectFrom('databaseBackups')
    .select(['startedOn', 'endedOn', 'folder', 'sizeBytes'])
    .where('error', 'is', null)
    .orderBy('endedOn', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

export function findLastFailedBackup(db: Store) {
  return db
    .selectFrom('databaseBackups')
    .select(['endedOn', 'error'])
    .where('error', 'is not', null)
    .orderBy('endedOn', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

export async function deleteBackupsBefore(db: Store, time: Date): Promise<void> {
  await db.deleteFrom('databaseBackups').where('endedOn', '<', time).execute();
}
