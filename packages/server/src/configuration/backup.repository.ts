import type { Store } from '../database/schema.ts';

export interface BackupRecord {
  id: string;
  domainId: string;
  serviceId: string;
  backupKey: string;
  version: number;
  importedVersion: number | null;
  userId: string;
  createdOn: Date;
  message: string;
  commitSha: string | null;
}

export async function insertBackup(db: Store, backup: BackupRecord): Promise<void> {
  await db
    .insertInto('backups')
    .values({
      id: backup.id,
      domain_id: backup.domainId,
      service_id: backup.serviceId,
      backup_key: backup.backupKey,
      version: backup.version,
      imported_version: backup.importedVersion,
      user_id: backup.userId,
      created_on: backup.createdOn,
      message: backup.message,
      commit_sha: backup.commitSha,
    })
    .execute();
}

export async function updateImportedVersion(db: Store, id: string, importedVersion: number): Promise<void> {
  await db.updateTable('backups').set({ imported_version: importedVersion }).where('id', '=', id).execute();
}

export async function deleteBackup(db: Store, id: string): Promise<void> {
  await db.deleteFrom('backups').where('id', '=', id).execute();
}

/** Newest first. */
export async function listBackups(
  db: Store,
  domainId: string,
  { page, size, serviceId }: { page: number; size: number; serviceId?: string | undefined },
): Promise<{ backups: BackupRecord[]; total: number }> {
  let query = db
    .selectFrom('backups')
    .where('domain_id', '=', domainId)
    .where('imported_version', 'is not', null);
  if (serviceId !== undefined) query = query.where('service_id', '=', serviceId);
  const { total } = await query
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await query
    .selectAll()
    .orderBy('created_on', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .offset(page * size)
    .execute();
  return { backups: rows.map(toBackup), total };
}

export async function findBackup(db: Store, domainId: string, id: string): Promise<BackupRecord | undefined> {
  const row = await db
    .selectFrom('backups')
    .selectAll()
    .where('domain_id', '=', domainId)
    .where('id', '=', id)
    .where('imported_version', 'is not', null)
    .executeTakeFirst();
  return row && toBackup(row);
}

/** The backups of one go, one for each service. */
export async function listBackupsOfKey(
  db: Store,
  domainId: string,
  backupKey: string,
): Promise<BackupRecord[]> {
  const rows = await db
    .selectFrom('backups')
    .selectAll()
    .where('domain_id', '=', domainId)
    .where('backup_key', '=', backupKey)
    .where('imported_version', 'is not', null)
    .orderBy('created_on')
    .orderBy('id')
    .execute();
  return rows.map(toBackup);
}

/** Backups whose import was cut off between service and platform. */
export async function listOpenBackups(db: Store, domainId: string, before: Date): Promise<BackupRecord[]> {
  const rows = await db
    .selectFrom('backups')
    .selectAll()
    .where('domain_id', '=', domainId)
    .where('imported_version', 'is', null)
    .where('created_on', '<', before)
    .orderBy('id')
    .execute();
  return rows.map(toBackup);
}

interface Row {
  id: string;
  domain_id: string;
  service_id: string;
  backup_key: string;
  version: number;
  imported_version: number | null;
  user_id: string;
  created_on: Date;
  message: string;
  commit_sha: string | null;
}

function toBackup(row: Row): BackupRecord {
  return {
    id: row.id,
    domainId: row.domain_id,
    serviceId: row.service_id,
    backupKey: row.backup_key,
    version: row.version,
    importedVersion: row.imported_version,
    userId: row.user_id,
    createdOn: row.created_on,
    message: row.message,
    commitSha: row.commit_sha,
  };
}
