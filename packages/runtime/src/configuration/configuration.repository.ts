import type { ConfigurationFile, FilePlace } from '@atrium/contract/service-api/configuration-file';
import type { VersionChange } from '@atrium/contract/service-api/version-changes';
import { type Kysely, sql } from 'kysely';
import { announce, VERSION_CHANNEL } from '../database/announcements.ts';
import type { RuntimeDatabase, Store } from '../database/schema.ts';

/** Whose configuration it is. Every query names it, so that no domain ever sees another's rows. */
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
    /** Runs work under the lock of one configuration; passes it the live version. */
    async inTransaction<T>(
      scope: Scope,
      work: (store: Store, liveVersion: number) => Promise<T>,
    ): Promise<T> {
      return db.transaction().execute(async (transaction) => {
        const { domainId, serviceId } = scope;
        await transaction
          .insertInto('configuration')
          .values({ domainId, serviceId })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        const { liveVersion } = await transaction
          .selectFrom('configuration')
          .select('liveVersion')
          .where('domainId', '=', domainId)
          .where('serviceId', '=', serviceId)
          .forUpdate()
          .executeTakeFirstOrThrow();
        return work(transaction, liveVersion);
      });
    },

    async findLiveVersion(scope: Scope): Promise<number | undefined> {
      const row = await db
        .selectFrom('configuration')
        .select('liveVersion')
        .where('domainId', '=', scope.domainId)
        .where('serviceId', '=', scope.serviceId)
        .executeTakeFirst();
      return row?.liveVersion;
    },

    async listFiles(scope: Scope, version: number, store: Store = db): Promise<StoredFile[]> {
      return filesOf(store, scope, version)
        .select(['folderPath', 'name', 'checksum', 'commitSha', 'modifiedOn as lastModified'])
        .orderBy('folderPath')
        .orderBy('name')
        .execute();
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
    },

    async findVersion(scope: Scope, version: number): Promise<VersionRecord | undefined> {
      return versionsOf(db, scope).where('version', '=', version).executeTakeFirst();
    },

    async listVersions(scope: Scope, page: number, size: number) {
      const content = await versionsOf(db, scope)
        .orderBy('version', 'desc')
        .limit(size)
        .offset(page * size)
        .execute();
      const { count } = await db
        .selectFrom('version')
        .where('domainId', '=', scope.domainId)
        .where('serviceId', '=', scope.serviceId)
        .select((select) => select.fn.countAll<string>().as('count'))
        .executeTakeFirstOrThrow();
      return { content, totalElements: Number(count) };
    },

    async listChanges(scope: Scope, from: number, to: number): Promise<VersionChange[]> {
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
    },

    async insertBlobs(store: Store, domainId: string, blobs: ReadonlyMap<string, string>): Promise<void> {
      const rows = [...blobs].map(([checksum, content]) => ({
        domainId,
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
        .values({ ...record, domainId, serviceId })
        .execute();
      await store
        .updateTable('configuration')
        .set({ liveVersion: record.version })
        .where('domainId', '=', domainId)
        .where('serviceId', '=', serviceId)
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
        domainId: scope.domainId,
        serviceId: scope.serviceId,
        folderPath: file.folderPath,
        name: file.name,
        fromVersion: version,
        untilVersion: null,
        checksum: file.checksum,
        commitSha: file.commitSha,
        modifiedOn: file.lastModified,
      }));
      for (let at = 0; at < rows.length; at += CHUNK) {
        await store
          .insertInto('file')
          .values(rows.slice(at, at + CHUNK))
          .execute();
      }
    },

    /** Notifies all processes, when the transaction commits, that another version is live. */
    async announceVersion(store: Store, { domainId, serviceId }: Scope): Promise<void> {
      await announce(store, VERSION_CHANNEL, [domainId, serviceId]);
    },
  };
}

export type ConfigurationRepository = ReturnType<typeof createConfigurationRepository>;

function filesOf(store: Store, { domainId, serviceId }: Scope, version: number) {
  return store
    .selectFrom('file')
    .where('file.domainId', '=', domainId)
    .where('file.serviceId', '=', serviceId)
    .where('file.fromVersion', '<=', version)
    .where((is) => is.or([is('file.untilVersion', 'is', null), is('file.untilVersion', '>', version)]));
}

function versionsOf(store: Store, { domainId, serviceId }: Scope) {
  return store
    .selectFrom('version')
    .select([
      'version',
      'parent',
      'createdOn',
      'author',
      'message',
      'commitSha',
      'filesCount',
      'changesCount',
    ])
    .where('domainId', '=', domainId)
    .where('serviceId', '=', serviceId);
}
