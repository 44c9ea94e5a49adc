import type { SubmitAction } from '@atrium/contract/audit/log-actions';
import { type NotNull, type Selectable, sql } from 'kysely';
import type { StoredOrigin } from '../../audit/stored-origin.ts';
import type { Store } from '../../database/schema.ts';
import { fromCompressedJson, toCompressedJson } from '../compressed-json.ts';
import type { ConfigurationTables } from '../configuration.tables.ts';
import type { SubmissionAttempt } from '../submission/submission.repository.ts';

/**
 * filePath of a file that was not exchanged: it keeps what it had. One with the checksum of its live content differs only in
 * what does not count: where the remote has changed it, that content is what it has from now on.
 */
export type LeftOutFile = string | readonly [filePath: string, checksum: string];

/** A backup whose import is under way, with all that noting its outcome needs. */
export interface OpenBackup extends BackupRecord, StoredOrigin {
  importedVersion: null;
  /** Name of the log entry. */
  action: SubmitAction;
  /** The pull that is submitted; null for uploads and restored backups. */
  pullId: string | null;
  /** Action of each file, as in the log entry. */
  files: string[];
  /** Files of the pull about which nothing was decided. */
  leftOut: readonly LeftOutFile[];
  /** The first of the versions that it undoes, if it does; `version` is the last. */
  undoneVersion: number | null;
  /** The submission whose change it is; null for the steps that return one. */
  submissionId: string | null;
}

const RECORD_COLUMNS = [
  'id',
  'domainId',
  'serviceId',
  'backupKey',
  'version',
  'importedVersion',
  'userId',
  'createdOn',
  'message',
  'commitSha',
] as const;

export type BackupRecord = Pick<Selectable<ConfigurationTables['backups']>, (typeof RECORD_COLUMNS)[number]>;

/** Returns false if another process has taken the submission over: then its change must not be made. */
export async function insertBackup(
  db: Store,
  { domainId, id, attempt }: SubmissionAttempt,
  backup: OpenBackup,
): Promise<boolean> {
  const row = {
    ...backup,
    files: JSON.stringify(backup.files),
    leftOut: backup.leftOut.length === 0 ? null : await toCompressedJson(backup.leftOut),
  };
  const columns = Object.keys(row) as (keyof typeof row)[];
  // One statement: a process that stops in the midst of a transaction would hold up the one that takes over.
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('backups')
    .columns(columns)
    .expression(
      db
        .selectFrom('submissions')
        .select(columns.map((column) => sql`${row[column]}`.as(column)))
        .where('domainId', '=', domainId)
        .where('id', '=', id)
        .where('attempt', '=', attempt)
        .where((submission) =>
          submission.or([submission('state', '=', 'RUNNING'), submission('testState', '=', 'RETURNING')]),
        )
        .forShare(),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** A backup of a version that exists already, with an id of its own. */
export async function insertDirectBackup(db: Store, backup: OpenBackup): Promise<void> {
  await db
    .insertInto('backups')
    .values({ ...backup, files: JSON.stringify(backup.files), leftOut: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whether an import made a version, or may have made it: one of its base that is under way. */
export async function hasBackupOf(
  db: Store,
  {
    domainId,
    serviceId,
    version,
    base,
  }: Pick<BackupRecord, 'domainId' | 'serviceId' | 'version'> & { base: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('backups')
    .select('id')
    .where('domainId', '=', domainId)
    .where('serviceId', '=', serviceId)
    .where('version', '=', base)
    .where((backup) =>
      backup.or([backup('importedVersion', '=', version), backup('importedVersion', 'is', null)]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns true for the caller that completes an open backup; false if another has done it. */
export async function updateImportedVersion(
  db: Store,
  id: string,
  importedVersion: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('backups')
    .set({ importedVersion, leftOut: null })
    .where('id', '=', id)
    .where('importedVersion', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** True for the one who removes an open backup. */
export async function deleteOpenBackup(db: Store, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('backups')
    .where('id', '=', id)
    .where('importedVersion', 'is', null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes backups whose version, from before the import, was deleted. */
export async function deleteBackupsBefore(
  db: Store,
  { domainId, serviceId }: Pick<BackupRecord, 'domainId' | 'serviceId'>,
  version: number,
): Promise<void> {
  await db
    .deleteFrom('backups')
    .where('domainId', '=', domainId)
    .where('serviceId', '=', serviceId)
    .where('version', '<', version)
    .where('importedVersion', 'is not', null)
    .execute();
}

/** Whether an import, or one of a submit, is known to have made a version. */
export async function hasImportOf(
  db: Store,
  {
    domainId,
    serviceId,
    version,
    backupKey,
  }: Pick<BackupRecord, 'domainId' | 'serviceId' | 'version'> & { backupKey?: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('backups')
    .select('id')
    .where('domainId', '=', domainId)
    .where('serviceId', '=', serviceId)
    .where('importedVersion', '=', version)
    .$if(backupKey !== undefined, (query) => query.where('backupKey', '=', backupKey as string))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Impersonators who made versions, by version. */
export async function listImpersonators(
  db: Store,
  domainId: string,
  serviceId: string,
  versions: readonly number[],
): Promise<Map<number, string>> {
  if (versions.length === 0) return new Map();
  const rows = await db
    .selectFrom('backups')
    .select(['importedVersion', 'impersonatorId'])
    .where('domainId', '=', domainId)
    .where('serviceId', '=', serviceId)
    .where('importedVersion', 'in', versions)
    .where('impersonatorId', 'is not', null)
    .$narrowType<{ importedVersion: NotNull; impersonatorId: NotNull }>()
    .execute();
  return new Map(rows.map(({ importedVersion, impersonatorId }) => [importedVersion, impersonatorId]));
}

/** Newest first. */
export async function listBackups(
  db: Store,
  domainId: string,
  { page, size, serviceId }: { page: number; size: number; serviceId?: string | undefined },
): Promise<{ backups: BackupRecord[]; total: number }> {
  let query = db
    .selectFrom('backups')
    .where('domainId', '=', domainId)
    .where('importedVersion', 'is not', null);
  if (serviceId !== undefined) query = query.where('serviceId', '=', serviceId);
  const { total } = await query
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const backups = await query
    .select(RECORD_COLUMNS)
    .orderBy('createdOn', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .offset(page * size)
    .execute();
  return { backups, total };
}

/** The last change before a time that made a version, of one service or of all. */
export function findLastBackup(
  db: Store,
  domainId: string,
  { before, serviceId }: { before: Date; serviceId: string | undefined },
): Promise<BackupRecord | undefined> {
  return db
    .selectFrom('backups')
    .select(RECORD_COLUMNS)
    .where('domainId', '=', domainId)
    .where('importedVersion', 'is not', null)
    .where('createdOn', '<=', before)
    .$if(serviceId !== undefined, (query) => query.where('serviceId', '=', serviceId as string))
    .orderBy('createdOn', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function findBackup(db: Store, domainId: string, id: string): Promise<BackupRecord | undefined> {
  return db
    .selectFrom('backups')
    .select(RECORD_COLUMNS)
    .where('domainId', '=', domainId)
    .where('id', '=', id)
    .where('importedVersion', 'is not', null)
    .executeTakeFirst();
}

/** The backups of one go, one for each service. */
export async function listBackupsOfKey(
  db: Store,
  domainId: string,
  backupKey: string,
): Promise<BackupRecord[]> {
  return db
    .selectFrom('backups')
    .select(RECORD_COLUMNS)
    .where('domainId', '=', domainId)
    .where('backupKey', '=', backupKey)
    .where('importedVersion', 'is not', null)
    .orderBy('createdOn')
    .orderBy('id')
    .execute();
}

/** Most undos that are looked at. */
const MAX_UNDONE = 10;

export type UndoRecord = Pick<BackupRecord, 'serviceId' | 'version' | 'importedVersion'> & {
  /** The first of the versions that were undone; `version` is the last. */
  undoneVersion: number;
};

/** Restores, by any person, that undid imports under a key. */
export function listUndosOfKey(db: Store, domainId: string, backupKey: string): Promise<UndoRecord[]> {
  return db
    .selectFrom('backups as undo')
    .select(['undo.serviceId', 'undo.version', 'undo.importedVersion', 'undo.undoneVersion'])
    .$narrowType<{ undoneVersion: NotNull }>()
    .where('undo.domainId', '=', domainId)
    .where('undo.importedVersion', 'is not', null)
    .where('undo.undoneVersion', 'is not', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('backups as step')
          .select('step.id')
          .whereRef('step.domainId', '=', 'undo.domainId')
          .whereRef('step.serviceId', '=', 'undo.serviceId')
          .whereRef('step.importedVersion', '>=', 'undo.undoneVersion')
          .whereRef('step.importedVersion', '<=', 'undo.version')
          .where('step.backupKey', '=', backupKey),
      ),
    )
    .orderBy('undo.version')
    .orderBy('undo.id')
    .execute();
}

/** Versions at which imports of a service were undone, of the undos that made a version after one. */
export async function listUndoneVersions(
  db: Store,
  { domainId, serviceId, after }: { domainId: string; serviceId: string; after: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('backups')
    .select('version')
    .where('domainId', '=', domainId)
    .where('serviceId', '=', serviceId)
    .where('undoneVersion', 'is not', null)
    .where('importedVersion', '>', after)
    .orderBy('version', 'desc')
    .limit(MAX_UNDONE)
    .execute();
  return rows.map(({ version }) => version);
}

/** A service in a submission, by the key of its backups, for which there is an index. */
export interface SubmissionPlace {
  domainId: string;
  backupKey: string;
  submissionId: string;
  serviceId: string;
}

/** The last backup of a service in a submission; its `importedVersion` is null while the outcome is not known. */
export async function findBackupOfSubmission(
  db: Store,
  { domainId, backupKey, submissionId, serviceId }: SubmissionPlace,
): Promise<BackupRecord | undefined> {
  return db
    .selectFrom('backups')
    .select(RECORD_COLUMNS)
    .where('domainId', '=', domainId)
    .where('backupKey', '=', backupKey)
    .where('submissionId', '=', submissionId)
    .where('serviceId', '=', serviceId)
    .orderBy('createdOn', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
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
    .where('importedVersion', 'is', null)
    .where('createdOn', '<', begunBefore)
    .orderBy('createdOn')
    .orderBy('id');
  if (domainId !== undefined) query = query.where('domainId', '=', domainId);
  const rows = await query.execute();
  return Promise.all(
    rows.map(async ({ leftOut, ...backup }) => ({
      ...backup,
      importedVersion: null,
      leftOut: leftOut === null ? [] : await fromCompressedJson<LeftOutFile[]>(leftOut),
    })),
  );
}
