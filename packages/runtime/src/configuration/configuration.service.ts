import type { LimitOverrides } from '@atrium/contract/limits/limit';
import {
  type ConfigurationFile,
  type FilePlace,
  filePathOf,
  filePlaceOf,
} from '@atrium/contract/service-api/files/configuration-file';
import { isTypeScript } from '@atrium/contract/service-api/files/item-file-names';
import type { ConfigurationBody } from '@atrium/contract/service-api/files/item-files';
import type { Declaration } from '@atrium/contract/service-api/functions/declaration';
import type { ImportRequest } from '@atrium/contract/service-api/versions/import';
import type { VersionChange } from '@atrium/contract/service-api/versions/version-changes';
import { ConflictError, NotFoundError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import { announce, VERSION_CHANNEL } from '../database/announcements.ts';
import type { RuntimeDatabase, Store } from '../database/schema.ts';
import { readSnapshot } from '../database/snapshot.ts';
import type { LayeredMap } from '../sandbox/worker/layered-map.ts';
import { addStored } from '../storage/stored.ts';
import { ROW_BYTES, type Stored } from '../storage/stored-amounts.ts';
import { deleteUnusedBlobs, lockBlobs } from './blob.repository.ts';
import { type FormerVersion, type LiveFiles, readChangedFiles } from './changed-files.ts';
import {
  addressesOf,
  checkAddresses,
  type DeclaringFiles,
  declarationsOf,
  hostsOf,
  isDeclaring,
  readDeclarations,
} from './check-declarations.ts';
import {
  deleteFilesBefore,
  listChanges,
  listContents,
  listFiles,
  type StoredFile,
} from './file.repository.ts';
import { byPath, readBody, readImport } from './imported-files.ts';
import type { Scope } from './scope.ts';
import type { StrippedSources, WithCode } from './stripped-sources.service.ts';
import {
  deleteVersionsBefore,
  findLiveVersion,
  findOldestVersion,
  findVersion,
  insertWithdrawnImport,
  isWithdrawn,
  listVersions,
  lockLiveVersion,
  type VersionRecord,
} from './version.repository.ts';
import { type WantedChanges, writeVersion } from './write-version.ts';

/** Differences between services: the starter files of a domain, and rules for imports. */
export interface ConfigurationKind {
  starterFiles: () => readonly ConfigurationFile[];
  onImport?: OnImport;
}

/** Effects of an import besides its files. */
interface OnImport {
  /** An import that changes nothing in this folder and below it does no more than write its files. */
  folder: string;
  /** Runs inside the transaction; throws to refuse the import as a whole. Returns what more it stores. */
  run: (transaction: Store, domainId: string, files: ReadonlyMap<string, string>) => Promise<Partial<Stored>>;
}

export interface Author {
  domainId: string;
  userId: string;
  permissions?: readonly string[];
  limits?: LimitOverrides;
}

export interface Change {
  baseVersion: number;
  message: string;
  commitSha?: string | null | undefined;
  /** Names the attempt to make the change, which may have been withdrawn. */
  attemptId?: string | undefined;
}

/** Declarations of the functions of a version. */
interface Declared {
  version: number;
  declarations: LayeredMap<Declaration>;
}

/** Thrown in the transaction of an import: declarations are read before it, because that needs a connection. */
const DECLARED_OUTDATED = new Error('The declarations of the live version have changed.');

const WITHDRAWN = 'The import was withdrawn: another process continues with it.';
/** Much longer than any process sends an import late. */
const WITHDRAWN_KEPT_MS = 30 * 24 * 3600 * 1000;

/** Files of an import, and which live files become others. */
interface Chosen {
  given: readonly ConfigurationFile[];
  choose: (liveVersion: number, transaction: Store) => Promise<WantedChanges>;
}

/** Files of an import as far as they are read before its transaction. */
interface Prepared {
  choose: Chosen['choose'];
  codes: ReadonlyMap<string, string>;
  declaring: DeclaringFiles;
  addresses: ReturnType<typeof addressesOf>;
  /** Hosts that the author may allow. */
  hosts: ReadonlySet<string>;
  /** Left out for files without addresses and hosts. */
  declared: Declared | undefined;
}

interface Parts {
  db: Kysely<RuntimeDatabase>;
  stripped: StrippedSources;
  kinds: ReadonlyMap<string, ConfigurationKind>;
  now: () => Date;
  /** Declarations of the live version. Not called within a transaction. */
  findDeclared: (scope: Scope) => Promise<Declared>;
  /** Hosts that an author adds who may decide about them. */
  allowHosts: (transaction: Store, author: Author, hosts: readonly string[]) => Promise<void>;
  /**
   * Called in the transaction of a change, with each function that declares something else than before; null for nothing.
   * Throws to refuse the change.
   */
  onDeclared: (
    transaction: Store,
    scope: Scope,
    declared: ReadonlyMap<string, Declaration | null>,
  ) => Promise<void>;
  /** Called in this process at once; other processes are notified by the database. */
  onVersion: (scope: Scope) => void;
}

/** Hosts that no live function has declared: one that was taken from the list does not come back with another change. */
function newHosts(hosts: ReadonlySet<string>, live: LayeredMap<Declaration>): string[] {
  const known = new Set([...live].flatMap(([, declaration]) => declaration.fetch));
  return [...hosts].filter((host) => !known.has(host));
}

export class Configurations {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The version that is live; fills a domain that comes for the first time. */
  async ensureLiveVersion(scope: Scope, db: Store = this.#parts.db): Promise<number> {
    return (await findLiveVersion(db, scope)) ?? (await this.#fill(scope));
  }

  async getVersionNumber(
    scope: Scope,
    version: number | undefined,
    db: Store = this.#parts.db,
  ): Promise<number> {
    const live = await this.ensureLiveVersion(scope, db);
    if (version === undefined || version === live) return live;
    const isThere = version < live && version >= (await findOldestVersion(db, scope));
    if (!isThere) throw new NotFoundError('There is no such version.');
    return version;
  }

  async listFiles(scope: Scope, version?: number): Promise<{ version: number; files: StoredFile[] }> {
    return this.#readVersion(scope, version, async (db, number) => ({
      version: number,
      files: await listFiles(db, scope, number),
    }));
  }

  async getFile(
    scope: Scope,
    place: FilePlace,
    version?: number,
  ): Promise<ConfigurationFile & { checksum: string }> {
    const { files } = await this.listContents(scope, [place], version);
    const [file] = files;
    if (!file) throw new NotFoundError(`There is no file ${filePathOf(place)}.`);
    return file;
  }

  async listContents(scope: Scope, places?: readonly FilePlace[], version?: number) {
    return this.#readVersion(scope, version, async (db, number) => ({
      version: number,
      files: await listContents(db, scope, number, places),
    }));
  }

  /** Live files that changed since a former version; all live files if that version was deleted. */
  async readLive(scope: Scope, former?: FormerVersion): Promise<LiveFiles> {
    const read = await this.#readVersion(scope, undefined, (db, version) =>
      readChangedFiles(db, scope, version, former),
    );
    return { ...read, files: await this.#parts.stripped.withCode(scope.domainId, read.files) };
  }

  /** Adds their code to files that an import could make live; refuses what it would refuse. */
  async withCheckedCode<File extends ConfigurationFile & { checksum: string }>(
    { domainId }: Scope,
    files: readonly File[],
  ): Promise<readonly WithCode<File>[]> {
    const codes = await this.#parts.stripped.check(domainId, files);
    return files.map((file) => {
      const code = isTypeScript(file.name) ? codes.get(file.checksum) : undefined;
      return code === undefined ? file : { ...file, code };
    });
  }

  async listVersions(scope: Scope, page: number, size: number) {
    await this.ensureLiveVersion(scope);
    return listVersions(this.#parts.db, scope, page, size);
  }

  async getVersion(scope: Scope, version: number): Promise<VersionRecord> {
    await this.ensureLiveVersion(scope);
    const found = await findVersion(this.#parts.db, scope, version);
    if (!found) throw new NotFoundError('There is no such version.');
    return found;
  }

  async listChanges(scope: Scope, from: number, to: number): Promise<VersionChange[]> {
    return this.#readVersion(scope, from, async (db) => {
      await this.getVersionNumber(scope, to, db);
      return listChanges(db, scope, from, to);
    });
  }

  async importFiles(scope: Scope, author: Author, request: ImportRequest): Promise<number> {
    const changes = readImport(request);
    const given = [...changes.values()].filter((file) => file !== null);
    return this.#update(scope, author, request, { given, choose: async () => changes });
  }

  async importBody(
    scope: Scope,
    author: Author,
    request: Change & { body: ConfigurationBody },
  ): Promise<number> {
    const given = readBody(request.body);
    const files = byPath(given);
    const choose = async (live: number, transaction: Store) => {
      const others = (await listFiles(transaction, scope, live))
        .map(filePathOf)
        .filter((path) => !files.has(path));
      return new Map([...others.map((path) => [path, null] as const), ...files]);
    };
    return this.#update(scope, author, request, { given, choose });
  }

  async restoreVersion(scope: Scope, author: Author, request: Change & { version: number }): Promise<number> {
    const choose = async (live: number, transaction: Store) => {
      const isThere =
        request.version <= request.baseVersion &&
        request.version >= (await findOldestVersion(transaction, scope));
      if (!isThere) throw new NotFoundError('There is no such version.');
      const changes = await listChanges(transaction, scope, live, request.version);
      const files = byPath(await listFiles(transaction, scope, request.version, changes));
      return new Map(changes.map(filePathOf).map((path) => [path, files.get(path) ?? null]));
    };
    return this.#update(scope, author, request, { given: [], choose });
  }

  /** Refuses an import that may still arrive. Returns the live version, which may be what it made before. */
  async withdrawImport(scope: Scope, attemptId: string): Promise<number> {
    const { db, now } = this.#parts;
    await this.ensureLiveVersion(scope);
    return db.transaction().execute(async (transaction) => {
      const live = await lockLiveVersion(transaction, scope);
      const keptFrom = new Date(now().getTime() - WITHDRAWN_KEPT_MS);
      await insertWithdrawnImport(transaction, scope, { attemptId, now: now(), keptFrom });
      return live;
    });
  }

  /** Deletes the versions before one, with the files that only they have. Never deletes the live version. */
  async deleteBefore(
    scope: Scope,
    before: number,
  ): Promise<{ oldestVersion: number; deletedVersions: number; freedBytes: number }> {
    await this.ensureLiveVersion(scope);
    return this.#parts.db.transaction().execute(async (transaction) => {
      await lockBlobs(transaction, scope.domainId, true);
      const live = await lockLiveVersion(transaction, scope);
      if (before > live) throw new NotFoundError('There is no such version.');
      const oldestVersion = await findOldestVersion(transaction, scope);
      if (before <= oldestVersion) return { oldestVersion, deletedVersions: 0, freedBytes: 0 };
      const files = await deleteFilesBefore(transaction, scope, before);
      const deletedVersions = await deleteVersionsBefore(transaction, scope, before);
      const blobBytes = await deleteUnusedBlobs(transaction, scope.domainId);
      const freedBytes = blobBytes + ROW_BYTES * (files + deletedVersions);
      await addStored(transaction, scope.domainId, { historyBytes: -freedBytes }, 'NONE');
      return { oldestVersion: before, deletedVersions, freedBytes };
    });
  }

  /** Reads a version whole, though old ones are deleted at any time. */
  async #readVersion<Read>(
    scope: Scope,
    version: number | undefined,
    read: (db: Store, version: number) => Promise<Read>,
  ): Promise<Read> {
    await this.ensureLiveVersion(scope);
    return readSnapshot(this.#parts.db, async (db) =>
      read(db, await this.getVersionNumber(scope, version, db)),
    );
  }

  /** Changes the live configuration under its lock. */
  async #update(scope: Scope, author: Author, change: Change, { given, choose }: Chosen): Promise<number> {
    const { stripped, findDeclared } = this.#parts;
    await this.ensureLiveVersion(scope);
    const codes = await stripped.check(scope.domainId, given);
    const declaring = await readDeclarations(given);
    const [addresses, reached] = [addressesOf(declaring), hostsOf(declaring)];
    const hosts = author.permissions?.includes('configuration.protect') ? reached : new Set<string>();
    for (;;) {
      const declared = addresses.size + hosts.size > 0 ? await findDeclared(scope) : undefined;
      try {
        const prepared = { choose, codes, declaring, addresses, hosts, declared };
        return await this.#updateOnce(scope, author, change, prepared);
      } catch (error) {
        if (error !== DECLARED_OUTDATED) throw error;
      }
    }
  }

  async #updateOnce(
    scope: Scope,
    author: Author,
    { baseVersion, message, commitSha = null, attemptId }: Change,
    { choose, codes, declaring, addresses, hosts, declared }: Prepared,
  ): Promise<number> {
    const { db, now, allowHosts, onVersion, stripped } = this.#parts;
    const version = await db.transaction().execute(async (transaction) => {
      await lockBlobs(transaction, scope.domainId, false);
      const live = await lockLiveVersion(transaction, scope);
      if (live !== baseVersion) {
        throw new ConflictError(`The live configuration is now at version ${live}.`, { liveVersion: live });
      }
      if (attemptId !== undefined && (await isWithdrawn(transaction, scope, attemptId)))
        throw new ConflictError(WITHDRAWN, { liveVersion: live });
      const changes = await choose(live, transaction);
      if (declared) {
        if (declared.version !== live) throw DECLARED_OUTDATED;
        checkAddresses(addresses, declared.declarations, changes.keys());
        if (hosts.size > 0) await allowHosts(transaction, author, newHosts(hosts, declared.declarations));
      }
      const {
        version: made,
        added,
        changedPaths,
      } = await writeVersion(transaction, scope, {
        liveVersion: live,
        changes,
        author: author.userId,
        message,
        commitSha,
        lastModified: now(),
      });
      if (made === live) return live;
      await stripped.store(transaction, scope.domainId, codes);
      await this.#declare(transaction, scope, { version: made, changedPaths, declaring });
      const more = await this.#runOnImport(transaction, scope, made, changedPaths);
      await announce(transaction, VERSION_CHANNEL, [scope.domainId, scope.serviceId]);
      await addStored(transaction, scope.domainId, { ...added, ...more }, author.limits);
      return made;
    });
    onVersion(scope);
    return version;
  }

  async #runOnImport(transaction: Store, scope: Scope, version: number, changedPaths: ReadonlySet<string>) {
    const { onImport } = this.#kindOf(scope);
    if (!onImport) return undefined;
    const isMeant = (path: string) => path.startsWith(`${onImport.folder}/`);
    if (![...changedPaths].some(isMeant)) return undefined;
    const files = byPath(await listContents(transaction, scope, version));
    return onImport.run(transaction, scope.domainId, textsOf(files));
  }

  /** Passes on the declarations that have changed. A version that is restored brings files without their content. */
  async #declare(
    transaction: Store,
    scope: Scope,
    {
      version,
      changedPaths,
      declaring,
    }: { version: number; changedPaths: ReadonlySet<string>; declaring: DeclaringFiles },
  ) {
    const changed = [...changedPaths].filter(isDeclaring);
    if (changed.length === 0) return;
    const unread = changed.filter((path) => !declaring.has(path)).map(filePlaceOf);
    const read = await readDeclarations(
      unread.length === 0 ? [] : await listContents(transaction, scope, version, unread),
    );
    await this.#parts.onDeclared(
      transaction,
      scope,
      declarationsOf(new Map([...declaring, ...read]), changed),
    );
  }

  async #fill(scope: Scope): Promise<number> {
    const { db, now } = this.#parts;
    return db.transaction().execute(async (transaction) => {
      await lockBlobs(transaction, scope.domainId, false);
      const live = await lockLiveVersion(transaction, scope);
      // Another process may have been faster; the lock shows its work.
      if (live > 0) return live;
      const { starterFiles, onImport } = this.#kindOf(scope);
      const wanted = byPath(starterFiles());
      const { version, added, changedPaths } = await writeVersion(transaction, scope, {
        liveVersion: 0,
        changes: wanted,
        author: null,
        message: 'Starter configuration',
        commitSha: null,
        lastModified: now(),
      });
      const declaring = await readDeclarations(wanted.values());
      await this.#declare(transaction, scope, { version, changedPaths, declaring });
      const more = await onImport?.run(transaction, scope.domainId, textsOf(wanted));
      await addStored(transaction, scope.domainId, { ...added, ...more }, 'NONE');
      return version;
    });
  }

  #kindOf({ serviceId }: Scope): ConfigurationKind {
    const kind = this.#parts.kinds.get(serviceId);
    if (!kind) throw new NotFoundError();
    return kind;
  }
}

function textsOf(files: ReadonlyMap<string, ConfigurationFile>): Map<string, string> {
  return new Map([...files].map(([path, { content }]) => [path, content]));
}
