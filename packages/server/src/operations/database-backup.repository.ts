import { type Insertable, sql } from 'kysely';
import type { Database, Store } from '../database/schema.ts';

export async function insertBackup(
  db: Store,
  backup: Insertable<Database['databaseBackups']>,
): Promise<void> {
  await db.insertInto('databaseBackups').values(backup).execute();
}

/** The last one that did not fail. One that a clock ahead has dated in the future would count as the last until then. */
export function findLastBackup(db: Store, now: Date) {
  return db
    .selectFrom('databaseBackups')
    .select(['startedOn', 'endedOn', 'folder', 'sizeBytes'])
    .where('error', 'is', null)
    .where('startedOn', '<=', now)
    .where('endedOn', '<=', now)
    .orderBy('endedOn', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

/** Folders of scheduled backups, including former ones. */
export async function listBackupFolders(db: Store): Promise<string[]> {
  const rows = await db
    .selectFrom('databaseBackups')
    .select('folder')
    .where('error', 'is', null)
    .orderBy('endedOn')
    .orderBy('id')
    .execute();
  return rows.map(({ folder }) => folder ?? '');
}

export function findLastFailedBackup(db: Store, now: Date) {
  return db
    .selectFrom('databaseBackups')
    .select(['endedOn', 'error'])
    .where('error', 'is not', null)
    .where('endedOn', '<=', now)
    .orderBy('endedOn', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

/** Forgets those that failed, and good ones in these folders. */
export async function deleteBackupsBefore(
  db: Store,
  time: Date,
  goneFolders: readonly string[],
): Promise<void> {
  await db
    .deleteFrom('databaseBackups')
    .where('endedOn', '<', time)
    .where((where) =>
      where.or([where('error', 'is not', null), where('folder', '=', sql<string>`any(${goneFolders})`)]),
    )
    .execute();
}
