import type { ConfigurationFile, FilePlace } from '@atrium/contract/service-api/files/configuration-file';
import { foldedPathOf, otherSourcesOf } from '@atrium/contract/service-api/files/place-conflicts';
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

export interface StoredContent extends ConfigurationFile {
  checksum: string;
}

/** Rows a statement writes at once: they are narrow. */
const CHUNK = 2_000;

/** Files that a statement reads at once: between two of them all other calls have their turn. */
const PAGE = 1_000;

/** Files of a version; of the given places only, where some are given. */
export function listFiles(
  db: Store,
  scope: Scope,
  version: number,
  places?: readonly FilePlace[],
): Promise<StoredFile[]> {
  return inPages(filesOf(db, scope, version), places, (page) =>
    page.select(['folderPath', 'name', 'checksum', 'commitSha', 'modifiedOn as lastModified']).execute(),
  );
}

/** The same with their contents. */
export async function listContents(
  db: Store,
  scope: Scope,
  version: number,
  places?: readonly FilePlace[],
): Promise<StoredContent[]> {
  return inPages(filesOf(db, scope, version), places, async (page) => {
    const rows = await page
      .innerJoin('blob', (join) =>
        join.onRef('blob.domainId', '=', 'file.domainId').onRef('blob.checksum', '=', 'file.checksum'),
      )
      .select(['file.folderPath', 'file.name', 'file.checksum', 'blob.content'])
      .execute();
    return rows.map(({ content, ...file }) => ({ ...file, content: content.toString('utf8') }));
  });
}

type Files = ReturnType<typeof filesOf>;

/** A version never changes while it is there, so that its pages belong together in one state of the database. */
async function inPages<Row extends FilePlace>(
  files: Files,
  places: readonly FilePlace[] | undefined,
  readPage: (files: Files) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  if (places !== undefined) {
    for (const some of portionsOf(places, PAGE)) {
      const page = files.where(sql<boolean>`(file.folder_path, file.name) in (${unnested(some)})`);
      rows.push(...(await readPage(ordered(page))));
    }
    return rows;
  }
  for (;;) {
    const after = rows.at(-1);
    const rest = files.$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(file.folder_path, file.name) > (${after?.folderPath}, ${after?.name})`),
    );
    const page = await readPage(ordered(rest).limit(PAGE));
    rows.push(...page);
    if (page.length < PAGE) return rows;
  }
}

function ordered(files: Files) {
  return files.orderBy('file.folderPath').orderBy('file.name');
}

function unnested(places: readonly FilePlace[]) {
  return sql`select * from unnest(${places.map(({ folderPath }) => folderPath)}::text[],
                                  ${places.map(({ name }) => name)}::text[])`;
}

export async function listChanges(
  db: Store,
  scope: Scope,
  from: number,
  to: number,
): Promise<VersionChange[]> {
  if (from > to) {
    const back = await listChanges(db, scope, to, from);
    return back.map(({ folderPath, name, before, after }) => toChange(folderPath, name, after, before));
  }
  const columns = ['folderPath', 'name', 'checksum'] as const;
  const ended = rowsOf(db, scope)
    .where('fromVersion', '<=', from)
    .where('untilVersion', '>', from)
    .where('untilVersion', '<=', to);
  const begun = filesOf(db, scope, to).where('fromVersion', '>', from);
  const { rows } = await sql<{
    folderPath: string;
    name: string;
    before: string | null;
    after: string | null;
  }>`
    select coalesce(a.folder_path, b.folder_path) as folder_path, coalesce(a.name, b.name) as name,
           a.checksum as before, b.checksum as after
      from (${ended.select(columns)}) a
      full join (${begun.select(columns)}) b on a.folder_path = b.folder_path and a.name = b.name
     where a.checksum is distinct from b.checksum
     order by 1, 2`.execute(db);
  return rows.map(({ folderPath, name, before, after }) => toChange(folderPath, name, before, after));
}

function toChange(
  folderPath: string,
  name: string,
  before: string | null,
  after: string | null,
): VersionChange {
  const type = before === null ? 'NEW' : after === null ? 'DELETED' : 'CHANGED';
  return { folderPath, name, type, before, after };
}

/**
 * Live files beside new ones: one of each path and of each folder that these have, in any spelling, and other sources of
 * their items. No others can be in conflict with the new ones, because live files are in none with each other.
 */
export async function listNeighbors(
  db: Store,
  { domainId, serviceId }: Scope,
  places: readonly FilePlace[],
): Promise<FilePlace[]> {
  const paths = new Set<string>();
  for (const place of places) {
    for (
      let path = foldedPathOf(place);
      path !== '';
      path = path.slice(0, Math.max(path.lastIndexOf('/'), 0))
    )
      paths.add(path);
    for (const name of otherSourcesOf(place.name)) paths.add(foldedPathOf({ ...place, name }));
  }
  const live = sql`
    select folder_path, name from ${sql.table('runtime.file')}
     where domain_id = ${domainId} and service_id = ${serviceId} and until_version is null`;
  const neighbors: FilePlace[] = [];
  for (const some of portionsOf([...paths], PAGE)) {
    const { rows } = await sql<FilePlace>`
      select distinct found.folder_path, found.name
        from unnest(${some}::text[]) as wanted (path)
       cross join lateral (
             (${live} and folded_path = wanted.path limit 1)
             union all
             (${live} and folded_path > wanted.path || '/' and folded_path < wanted.path || '0' limit 1)) as found
    `.execute(db);
    neighbors.push(...rows);
  }
  return neighbors;
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

export async function insertFiles(
  transaction: Store,
  { domainId, serviceId }: Scope,
  fromVersion: number,
  files: readonly StoredFile[],
): Promise<void> {
  const rows = files.map(({ folderPath, name, checksum, commitSha, lastModified: modifiedOn }) => {
    const place = { domainId, serviceId, folderPath, name, foldedPath: foldedPathOf({ folderPath, name }) };
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
      from (${unnested(places)}) as place (folder_path, name)
     where file.domain_id = ${scope.domainId} and file.service_id = ${scope.serviceId}
       and file.folder_path = place.folder_path and file.name = place.name
       and file.until_version is null`.execute(transaction);
}

function filesOf(db: Store, scope: Scope, version: number) {
  return rowsOf(db, scope)
    .where('file.fromVersion', '<=', version)
    .where((is) => is.or([is('file.untilVersion', 'is', null), is('file.untilVersion', '>', version)]));
}

function rowsOf(db: Store, { domainId, serviceId }: Scope) {
  return db.selectFrom('file').where('file.domainId', '=', domainId).where('file.serviceId', '=', serviceId);
}
