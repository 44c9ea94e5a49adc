import type { ConfigurationFile, FilePlace } from '@atrium/contract/service-api/configuration-file';
import type { VersionChange } from '@atrium/contract/service-api/versions';
import { type Kysely, sql } from 'kysely';
import { notifyProcesses, VERSION_CHANNEL } from '../database/database-listener.ts';
import type { RuntimeDatabase, Store } from '../database/schema.ts';

/** Whose configuration it is. Every query names it, so that no domain ever meets another's rows. */
export interface Scope {
  domainId: string;
  serviceId: string;
}

export interface StoredFile extends FilePlace {
  checksum: string;
  commitSha: string | null;
  lastModified: Date;
}

export interface VersionRecord {
  version: number;
  parent: number | null;
  createdOn: Date;
  author: string | null;
  message: string;
  commitSha: string | null;
  filesCount: number;
  changesCount: number;
}

/** Rows a statement writes at once; PostgreSQL takes at most 65,535 parameters. */
const CHUNK = 2_000;

export function createConfigurationRepository(db: Kysely<RuntimeDatabase>) {
  return {
    /** Runs work under the lock of one configuration; gives the live version to it. */
    async inTransaction<T>(
      scope: Scope,
      work: (store: Store, liveVersion: number) => Promise<T>,
    ): Promise<T> {
      return db.transaction().execute(async (transaction) => {
        const { domainId: domain_id, serviceId: service_id } = scope;
        await transaction
          .insertInto('configuration')
          .values({ domain_id, service_id })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        const { live_version } = await transaction
          .selectFrom('configuration')
          .select('live_version')
          .where('domain_id', '=', domain_id)
          .where('service_id', '=', service_id)
          .forUpdate()
          .executeTakeFirstOrThrow();
        return work(transaction, live_version);
      });
    },

    async findLiveVersion(scope: Scope): Promise<number | undefined> {
      const row = await db
        .selectFrom('configuration')
        .select('live_version')
        .where('domain_id', '=', scope.domainId)
        .where('service_id', '=', scope.serviceId)
        .executeTakeFirst();
      return row?.live_version;
    },

    async listFiles(scope: Scope, version: number, store: Store = db): Promise<StoredFile[]> {
      const rows = await filesOf(store, scope, version)
        .select(['folder_path', 'name', 'checksum', 'commit_sha', 'modified_on'])
        .orderBy('folder_path')
        .orderBy('name')
        .execute();
      return rows.map((row) => ({
        folderPath: row.folder_path,
        name: row.name,
        checksum: row.checksum,
        commitSha: row.commit_sha,
        lastModified: row.modified_on,
      }));
    },

    /** Contents of a version; of the given places only, where some are given. */
    async listContents(
      scope: Scope,
      version: number,
      places?: readonly FilePlace[],
      store: Store = db,
    ): Promise<(ConfigurationFile & { checksum: string })[]> {
      const rows = await filesOf(store, scope, version)
        .innerJoin('blob', (join) =>
          join.onRef('blob.domain_id', '=', 'file.domain_id').onRef('blob.checksum', '=', 'file.checksum'),
        )
        .$if(places !== undefined, (query) =>
          query.where(
            sql<boolean>`(file.folder_path, file.name) in (
              select * from unnest(${places?.map(({ folderPath }) => folderPath)}::text[],
                                   ${places?.map(({ name }) => name)}::text[]))`,
          ),
        )
        .select(['file.folder_path', 'file.name', 'file.checksum', 'blob.content'])
        .orderBy('file.folder_path')
        .orderBy('file.name')
        .execute();
      return rows.map((row) => ({
        folderPath: row.folder_path,
        name: row.name,
        checksum: row.checksum,
        content: row.content.toString('utf8'),
      }));
    },

    async findVersion(scope: Scope, version: number): Promise<VersionRecord | undefined> {
      const row = await versionsOf(db, scope).selectAll().where('version', '=', version).executeTakeFirst();
      return row && toVersion(row);
    },

    async listVersions(scope: Scope, page: number, size: number) {
      const rows = await versionsOf(db, scope)
        .selectAll()
        .orderBy('version', 'desc')
        .limit(size)
        .offset(page * size)
        .execute();
      const { count } = await versionsOf(db, scope)
        .select((select) => select.fn.countAll<string>().as('count'))
        .executeTakeFirstOrThrow();
      return { content: rows.map(toVersion), totalElements: Number(count) };
    },

    async listChanges(scope: Scope, from: number, to: number): Promise<VersionChange[]> {
      const { rows } = await sql<{
        folder_path: string;
        name: string;
        before: string | null;
        after: string | null;
      }>`
        select coalesce(a.folder_path, b.folder_path) as folder_path, coalesce(a.name, b.name) as name,
               a.checksum as before, b.checksum as after
          from (${filesOf(db, scope, from).select(['folder_path', 'name', 'checksum'])}) a
          full join (${filesOf(db, scope, to).select(['folder_path', 'name', 'checksum'])}) b
            on a.folder_path = b.folder_path and a.name = b.name
         where a.checksum is distinct from b.checksum
         order by 1, 2`.execute(db);
      return rows.map(({ folder_path, name, before, after }) => ({
        folderPath: folder_path,
        name,
        type: before === null ? 'NEW' : after === null ? 'DELETED' : 'CHANGED',
        before,
        after,
      }));
    },

    async insertBlobs(store: Store, domainId: string, blobs: ReadonlyMap<string, string>): Promise<void> {
      const rows = [...blobs].map(([checksum, content]) => ({
        domain_id: domainId,
        checksum,
        content: Buffer.from(content),
      }));
      for (let at = 0; at < rows.length; at += CHUNK) {
        await store
          .insertInto('blob')
          .values(rows.slice(at, at + CHUNK))
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }
    },

    async insertVersion(store: Store, { domainId, serviceId }: Scope, record: VersionRecord): Promise<void> {
      await store
        .insertInto('version')
        .values({
          domain_id: domainId,
          service_id: serviceId,
          version: record.version,
          parent: record.parent,
          created_on: record.createdOn,
          author: record.author,
          message: record.message,
          commit_sha: record.commitSha,
          files_count: record.filesCount,
          changes_count: record.changesCount,
        })
        .execute();
      await store
        .updateTable('configuration')
        .set({ live_version: record.version })
        .where('domain_id', '=', domainId)
        .where('service_id', '=', serviceId)
        .execute();
    },

    /** Ends the live rows of some places; they are no longer part of `version`. */
    async endFiles(store: Store, scope: Scope, version: number, places: readonly FilePlace[]): Promise<void> {
      await sql`
        update ${sql.table('runtime.file')} as file set until_version = ${version}
          from unnest(${places.map(({ folderPath }) => folderPath)}::text[],
                      ${places.map(({ name }) => name)}::text[]) as place (folder_path, name)
         where file.domain_id = ${scope.domainId} and file.service_id = ${scope.serviceId}
           and file.folder_path = place.folder_path and file.name = place.name
           and file.until_version is null`.execute(store);
    },

    async insertFiles(
      store: Store,
      scope: Scope,
      version: number,
      files: readonly StoredFile[],
    ): Promise<void> {
      const rows = files.map((file) => ({
        domain_id: scope.domainId,
        service_id: scope.serviceId,
        folder_path: file.folderPath,
        name: file.name,
        from_version: version,
        until_version: null,
        checksum: file.checksum,
        commit_sha: file.commitSha,
        modified_on: file.lastModified,
      }));
      for (let at = 0; at < rows.length; at += CHUNK) {
        await store
          .insertInto('file')
          .values(rows.slice(at, at + CHUNK))
          .execute();
      }
    },

    /** Tells all processes, when the transaction commits, that another version is live. */
    async announceVersion(store: Store, { domainId, serviceId }: Scope): Promise<void> {
      await notifyProcesses(store, VERSION_CHANNEL, [domainId, serviceId]);
    },
  };
}

export type ConfigurationRepository = ReturnType<typeof createConfigurationRepository>;

function filesOf(store: Store, { domainId, serviceId }: Scope, version: number) {
  return store
    .selectFrom('file')
    .where('file.domain_id', '=', domainId)
    .where('file.service_id', '=', serviceId)
    .where('file.from_version', '<=', version)
    .where((is) => is.or([is('file.until_version', 'is', null), is('file.until_version', '>', version)]));
}

function versionsOf(store: Store, { domainId, serviceId }: Scope) {
  return store.selectFrom('version').where('domain_id', '=', domainId).where('service_id', '=', serviceId);
}

function toVersion(row: {
  version: number;
  parent: number | null;
  created_on: Date;
  author: string | null;
  message: string;
  commit_sha: string | null;
  files_count: number;
  changes_count: number;
}): VersionRecord {
  return {
    version: row.version,
    parent: row.parent,
    createdOn: row.created_on,
    author: row.author,
    message: row.message,
    commitSha: row.commit_sha,
    filesCount: row.files_count,
    changesCount: row.changes_count,
  };
}
