import type { Store } from '../database/schema.ts';
import { fromCompressedJson, toCompressedJson } from './compressed-json.ts';

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

/** A backup whose import is under way, with all that noting its outcome needs. */
export interface OpenBackup extends BackupRecord {
  importedVersion: null;
  /** Name of the log entry. */
  action: string;
  /** The pull that is submitted; null for uploads and restored backups. */
  pullId: string | null;
  impersonatorId: string | null;
  requestId: string | null;
  /** What is done with each file, as the log entry tells it. */
  files: string[];
  /** filePaths of the pull about which nothing was decided. */
  leftOut: readonly string[];
}

export async function insertBackup(db: Store, backup: OpenBackup): Promise<void> {
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
      action: backup.action,
      pull_id: backup.pullId,
      impersonator_id: backup.impersonatorId,
      request_id: backup.requestId,
      files: JSON.stringify(backup.files),
      left_out: backup.leftOut.length === 0 ? null : await toCompressedJson(backup.leftOut),
    })
    .execute();
}

/** True for the one who completes an open backup; false if somebody else has done it. */
export async function updateImportedVersion(
  db: Store,
  id: string,
  importedVersion: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('backups')
    .set({ imported_version: importedVersion, left_out: null })
    .where('id', '=', id)
    .where('imported_version', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** True for the one who removes an open backup. */
export async function deleteOpenBackup(db: Store, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('backups')
    .where('id', '=', id)
    .where('imported_version', 'is', null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Whether another import is known to have made a version. */
export async function hasImportOf(
  db: Store,
  { domainId, serviceId, version }: Pick<BackupRecord, 'domainId' | 'serviceId' | 'version'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('backups')
    .select('id')
    .where('domain_id', '=', domainId)
    .where('service_id', '=', serviceId)
    .where('imported_version', '=', version)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
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

/** Backups whose import was begun before a time and has no noted outcome; of one domain, or of all. */
export async function listOpenBackups(
  db: Store,
  begunBefore: Date,
  domainId?: string,
): Promise<OpenBackup[]> {
  let query = db
    .selectFrom('backups')
    .selectAll()
    .where('imported_version', 'is', null)
    .where('created_on', '<', begunBefore)
    .orderBy('created_on')
    .orderBy('id');
  if (domainId !== undefined) query = query.where('domain_id', '=', domainId);
  const rows = await query.execute();
  return Promise.all(
    rows.map(async (row) => ({
      ...toBackup(row),
      importedVersion: null,
      action: row.action,
      pullId: row.pull_id,
      impersonatorId: row.impersonator_id,
      requestId: row.request_id,
      files: row.files,
      leftOut: row.left_out === null ? [] : await fromCompressedJson<string[]>(row.left_out),
    })),
  );
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
