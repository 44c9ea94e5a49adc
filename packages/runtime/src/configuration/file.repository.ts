import type { ConfigurationFile, FilePlace } from '@atrium/contract/service-api/configuration-file';
import type { VersionChange } from '@atrium/contract/service-api/version-changes';
import { sql } from 'kysely';
import type { Store } from '../database/schema.ts';
import type { Scope } from './scope.ts';

export interface StoredFile extends FilePlace {
  checksum: string;
  commitSha: string | null;
  lastModified: Date;
}

/** Rows a statement writes at once; PostgreSQL takes at most 65,535 parameters. */
const CHUNK = 2_000;

export async function listFiles(db: Store, scope: Scope, version: number): Promise<StoredFile[]> {
  return filesOf(db, scope, version)
    .select(['folderPath', 'name', 'checksum', 'commitSha', 'modifiedOn as lastModified'])
    .orderBy('folderPath')
    .orderBy('name')
    .execute();
}

/** Contents of a version; of the given places only, where some are given. */
export async function listContents(
  db: Store,
  scope: Scope,
  version: number,
  places?: readonly FilePlace[],
): Promise<(ConfigurationFile & { checksum: string })[]> {
  const rows = await filesOf(db, scope, version)
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
    .orderBy('file.folderPath')
    .orderBy('file.name')
    .execute();
  return rows.map(({ content, ...file }) => ({ ...file, content: content.toString('utf8') }));
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

/** Stores contents by their checksum; those of the domain that are there already stay. */
export async function insertBlobs(
  transaction: Store,
  domainId: string,
  blobs: ReadonlyMap<string, string>,
): Promise<void> {
  const rows = [...blobs].map(([checksum, content]) => ({
    domainId,
    checksum,
    content: Buffer.from(content),
  }));
  for (let at = 0; at < rows.length; at += CHUNK) {
    await transaction
      .insertInto('blob')
      .values(rows.slice(at, at + CHUNK))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
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
  for (let at = 0; at < rows.length; at += CHUNK) {
    await transaction
      .insertInto('file')
      .values(rows.slice(at, at + CHUNK))
      .execute();
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
