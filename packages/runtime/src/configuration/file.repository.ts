import type { ConfigurationFile, FilePlace } from '@atrium/contract/service-api/files/configuration-file';
import type { VersionChange } from '@atrium/contract/service-api/versions/version-changes';
import { sql } from 'kysely';
import { portionsOf } from '../database/portions.ts';
import type { Store } from '../database/schema.ts';
import type { Scope } from './scope.ts';

export interface StoredFile extends FilePlace {
  checksum: string;
  commitSha: string | null;
  lastModified: Date;
}

/** Rows a statement writes at once: they are narrow. */
const CHUNK = 2_000;

/** Files that a statement reads at once: between two of them all other calls have their turn. */
const PAGE = 1_000;

export function listFiles(db: Store, scope: Scope, version: number): Promise<StoredFile[]> {
  return inPages((after) =>
    pageOf(filesOf(db, scope, version), after)
      .select(['folderPath', 'name', 'checksum', 'commitSha', 'modifiedOn as lastModified'])
      .execute(),
  );
}

/** Contents of a version; of the given places only, where some are given. */
export async function listContents(
  db: Store,
  scope: Scope,
  version: number,
  places?: readonly FilePlace[],
): Promise<(ConfigurationFile & { checksum: string })[]> {
  return inPages(async (after) => {
    const rows = await pageOf(filesOf(db, scope, version), after)
      .innerJoin('blob', (join) =>
        join.onRef('blob.domainId', '=', 'file.domainId').onRef('blob.checksum', '=', 'file.checksum'),
      )
      .$if(places !== undefined, (query) =>
        query.where(
          sql<boolean>`(file.folder_path, file.name) in (
          select * from unnest(${places?.map(({ folderPath }) => folderPath)}::text[],
                               ${places?.map(({ name }) => name)}::text[]))`,
        ),
      )
      .select(['file.folderPath', 'file.name', 'file.checksum', 'blob.content'])
      .execute();
    return rows.map(({ content, ...file }) => ({ ...file, content: content.toString('utf8') }));
  });
}

/** A version never changes while it is there, so that its pages belong together in one state of the database. */
async function inPages<Row extends FilePlace>(
  readPage: (after: FilePlace | undefined) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const page = await readPage(rows.at(-1));
    rows.push(...page);
    if (page.length < PAGE) return rows;
  }
}

function pageOf(files: ReturnType<typeof filesOf>, after: FilePlace | undefined) {
  return files
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(file.folder_path, file.name) > (${after?.folderPath}, ${after?.name})`),
    )
    .orderBy('file.folderPath')
    .orderBy('file.name')
    .limit(PAGE);
}

export async function listChanges(
  db: Store,
  scope: Scope,
  from: number,
  to: number,
): Promise<VersionChange[]> {
  const { rows } = await sql<{
    folderPath: string;
    name: string;
    before: string | null;
    after: string | null;
  }>`
    select coalesce(a.folder_path, b.folder_path) as folder_path, coalesce(a.name, b.name) as name,
           a.checksum as before, b.checksum as after
      from (${filesOf(db, scope, from).select(['folderPath', 'name', 'checksum'])}) a
      full join (${filesOf(db, scope, to).select(['folderPath', 'name', 'checksum'])}) b
        on a.folder_path = b.folder_path and a.name = b.name
     where a.checksum is distinct from b.checksum
     order by 1, 2`.execute(db);
  return rows.map(({ folderPath, name, before, after }) => ({
    folderPath,
    name,
    type: before === null ? 'NEW' : after === null ? 'DELETED' : 'CHANGED',
    before,
    after,
  }));
}

/** Stores contents by checksum, unless the domain already has them. Returns the bytes of the new ones. */
export async function insertBlobs(
  transaction: Store,
  domainId: string,
  blobs: ReadonlyMap<string, string>,
): Promise<number> {
  let bytes = 0;
  const rows = [...blobs].map(([checksum, content]) => ({
    domainId,
    checksum,
    content: Buffer.from(content),
  }));
  for (const some of portionsOf(rows, CHUNK)) {
    const inserted = await transaction
      .insertInto('blob')
      .values(some)
      .onConflict((conflict) => conflict.doNothing())
      .returning(sql<number>`octet_length(content)`.as('bytes'))
      .execute();
    for (const blob of inserted) bytes += blob.bytes;
  }
  return bytes;
}

/**
 * Shared lock for storing contents of a domain, exclusive lock for deleting unreferenced contents: contents
 * that are about to be referenced are not deleted.
 */
export async function lockBlobs(transaction: Store, domainId: string, isDeleting: boolean): Promise<void> {
  const key = `atrium.blobs.${domainId}`;
  if (isDeleting) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(transaction);
  } else {
    await sql`select pg_advisory_xact_lock_shared(hashtextextended(${key}, 0))`.execute(transaction);
  }
}

/** Deletes the rows that only versions before one have; the others begin with it. Returns how many were deleted. */
export async function deleteFilesBefore(
  transaction: Store,
  { domainId, serviceId }: Scope,
  before: number,
): Promise<number> {
  const { numDeletedRows } = await transaction
    .deleteFrom('file')
    .where('domainId', '=', domainId)
    .where('serviceId', '=', serviceId)
    .where('untilVersion', '<=', before)
    .executeTakeFirstOrThrow();
  await transaction
    .updateTable('file')
    .set({ fromVersion: before })
    .where('domainId', '=', domainId)
    .where('serviceId', '=', serviceId)
    .where('fromVersion', '<', before)
    .execute();
  return Number(numDeletedRows);
}

/** Deletes contents of a domain that no file has in any version. Returns their bytes. */
export async function deleteUnusedBlobs(transaction: Store, domainId: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    with gone as (
      delete from ${sql.table('runtime.blob')} as blob
       where domain_id = ${domainId} and not exists (
             select 1 from ${sql.table('runtime.file')} as file
              where file.domain_id = blob.domain_id and file.checksum = blob.checksum)
      returning octet_length(content) as bytes)
    select coalesce(sum(bytes), 0)::bigint as bytes from gone`.execute(transaction);
  return rows[0]?.bytes ?? 0;
}

/** The bytes of contents, each as often as it is named. */
export async function countBlobBytes(
  db: Store,
  domainId: string,
  checksums: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(octet_length(blob.content)), 0)::bigint as bytes
      from unnest(${checksums}::text[]) as wanted (checksum)
      join ${sql.table('runtime.blob')} as blob on blob.domain_id = ${domainId} and blob.checksum = wanted.checksum`.execute(
    db,
  );
  return rows[0]?.bytes ?? 0;
}

export async function insertFiles(
  transaction: Store,
  { domainId, serviceId }: Scope,
  fromVersion: number,
  files: readonly StoredFile[],
): Promise<void> {
  const rows = files.map(({ folderPath, name, checksum, commitSha, lastModified: modifiedOn }) => {
    const place = { domainId, serviceId, folderPath, name };
    return { ...place, fromVersion, untilVersion: null, checksum, commitSha, modifiedOn };
  });
  for (const some of portionsOf(rows, CHUNK)) {
    await transaction.insertInto('file').values(some).execute();
  }
}

/** Ends the live rows of some places; they are no longer part of `version`. */
export async function updateFilesEnded(
  transaction: Store,
  scope: Scope,
  version: number,
  places: readonly FilePlace[],
): Promise<void> {
  await sql`
    update ${sql.table('runtime.file')} as file set until_version = ${version}
      from unnest(${places.map(({ folderPath }) => folderPath)}::text[],
                  ${places.map(({ name }) => name)}::text[]) as place (folder_path, name)
     where file.domain_id = ${scope.domainId} and file.service_id = ${scope.serviceId}
       and file.folder_path = place.folder_path and file.name = place.name
       and file.until_version is null`.execute(transaction);
}

function filesOf(db: Store, { domainId, serviceId }: Scope, version: number) {
  return db
    .selectFrom('file')
    .where('file.domainId', '=', domainId)
    .where('file.serviceId', '=', serviceId)
    .where('file.fromVersion', '<=', version)
    .where((is) => is.or([is('file.untilVersion', 'is', null), is('file.untilVersion', '>', version)]));
}
