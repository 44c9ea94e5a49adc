import { blobId } from '@atrium/contract/service-api/blob-id';
import {
  type ConfigurationFile,
  type FilePlace,
  filePathOf,
  MAX_FILES,
} from '@atrium/contract/service-api/configuration-file';
import type { ImportRequest } from '@atrium/contract/service-api/import';
import { FileContent } from '@atrium/contract/service-api/import-files';
import { bodyToFiles, type ConfigurationBody } from '@atrium/contract/service-api/item-files';
import { findPlaceConflicts, placeConflictText } from '@atrium/contract/service-api/place-conflicts';
import type { VersionChange } from '@atrium/contract/service-api/version-changes';
import { ConflictError, NotFoundError, UnprocessableError } from '@atrium/host/errors';
import type { Store } from '../database/schema.ts';
import type {
  ConfigurationRepository,
  Scope,
  StoredFile,
  VersionRecord,
} from './configuration.repository.ts';

/** What differs between services: the files a domain starts with, and rules about what may be imported. */
export interface ConfigurationKind {
  starterFiles: () => readonly ConfigurationFile[];
  /** Runs inside the transaction of an import; throws to refuse it as a whole. */
  onImport?: (store: Store, domainId: string, files: ReadonlyMap<string, string>) => Promise<void>;
}

export interface Author {
  domainId: string;
  userId: string;
}

export interface Change {
  baseVersion: number;
  message: string;
  commitSha?: string | null | undefined;
}

export interface BodyImport extends Change {
  body: ConfigurationBody;
}

export interface Restore extends Change {
  version: number;
}

export interface ConfigurationServiceOptions {
  repository: ConfigurationRepository;
  kinds: ReadonlyMap<string, ConfigurationKind>;
  now: () => Date;
  /** Called in this process at once; other processes are notified by the database. */
  onVersion: (scope: Scope) => void;
}

export function createConfigurationService({
  repository,
  kinds,
  now,
  onVersion,
}: ConfigurationServiceOptions) {
  /** Writes the difference between two sets of files as a new version. Without one nothing is written. */
  async function writeVersion(
    store: Store,
    scope: Scope,
    live: { version: number; files: readonly StoredFile[] },
    wanted: ReadonlyMap<string, ConfigurationFile | StoredFile>,
    record: Pick<VersionRecord, 'author' | 'message' | 'commitSha'>,
  ): Promise<number> {
    const version = live.version + 1;
    const lastModified = now();
    const current = new Map(live.files.map((file) => [filePathOf(file), file]));
    const ended: FilePlace[] = live.files.filter((file) => !wanted.has(filePathOf(file)));
    const begun: StoredFile[] = [];
    const blobs = new Map<string, string>();
    for (const [path, file] of wanted) {
      const checksum = 'content' in file ? blobId(file.content) : file.checksum;
      const known = current.get(path);
      if (known?.checksum === checksum) continue;
      if (known) ended.push(known);
      if ('content' in file) blobs.set(checksum, file.content);
      begun.push({
        folderPath: file.folderPath,
        name: file.name,
        checksum,
        commitSha: record.commitSha,
        lastModified,
      });
    }
    const changedPaths = new Set([...ended, ...begun].map(filePathOf));
    if (changedPaths.size === 0) return live.version;
    refuseBadTree([...wanted.values()]);
    await repository.insertBlobs(store, scope.domainId, blobs);
    await repository.insertVersion(store, scope, {
      ...record,
      version,
      parent: live.version === 0 ? null : live.version,
      createdOn: lastModified,
      filesCount: wanted.size,
      changesCount: changedPaths.size,
    });
    await repository.endFiles(store, scope, version, ended);
    await repository.insertFiles(store, scope, version, begun);
    return version;
  }

  /** The version that is live; fills a domain that comes for the first time. */
  async function ensureLiveVersion(scope: Scope): Promise<number> {
    const live = await repository.findLiveVersion(scope);
    return live ?? (await fill(scope));
  }

  async function fill(scope: Scope): Promise<number> {
    return repository.inTransaction(scope, async (store, live) => {
      // Another process may have been faster; the lock shows its work.
      if (live > 0) return live;
      const files = kindOf(scope).starterFiles();
      const wanted = new Map(files.map((file) => [filePathOf(file), file]));
      const starter = { author: null, message: 'Starter configuration', commitSha: null };
      const version = await writeVersion(store, scope, { version: 0, files: [] }, wanted, starter);
      await afterImport(store, scope, contentsOf(wanted));
      return version;
    });
  }

  function kindOf({ serviceId }: Scope): ConfigurationKind {
    const kind = kinds.get(serviceId);
    if (!kind) throw new NotFoundError();
    return kind;
  }

  async function afterImport(store: Store, scope: Scope, files: ReadonlyMap<string, string>): Promise<void> {
    await kindOf(scope).onImport?.(store, scope.domainId, files);
  }

  /** Changes the live configuration under its lock: `choose` decides which files there are. */
  async function change(
    scope: Scope,
    author: Author,
    { baseVersion, message, commitSha = null }: Change,
    choose: (
      live: readonly StoredFile[],
      store: Store,
    ) => Promise<Map<string, ConfigurationFile | StoredFile>>,
  ): Promise<number> {
    await ensureLiveVersion(scope);
    const version = await repository.inTransaction(scope, async (store, live) => {
      if (live !== baseVersion) {
        throw new ConflictError(`The live configuration is now at version ${live}.`, { liveVersion: live });
      }
      const files = await repository.listFiles(scope, live, store);
      const wanted = await choose(files, store);
      const record = { author: author.userId, message, commitSha };
      const made = await writeVersion(store, scope, { version: live, files }, wanted, record);
      if (made !== live) {
        if (kindOf(scope).onImport) await afterImport(store, scope, await readAll(store, scope, made));
        await repository.announceVersion(store, scope);
      }
      return made;
    });
    onVersion(scope);
    return version;
  }

  async function readAll(store: Store, scope: Scope, version: number): Promise<Map<string, string>> {
    const files = await repository.listContents(scope, version, undefined, store);
    return new Map(files.map((file) => [filePathOf(file), file.content]));
  }

  async function getVersionNumber(scope: Scope, version: number | undefined): Promise<number> {
    const live = await ensureLiveVersion(scope);
    if (version !== undefined && version > live) throw new NotFoundError('There is no such version.');
    return version ?? live;
  }

  return {
    ensureLiveVersion,
    getVersionNumber,

    async listFiles(scope: Scope, version?: number): Promise<{ version: number; files: StoredFile[] }> {
      const number = await getVersionNumber(scope, version);
      return { version: number, files: await repository.listFiles(scope, number) };
    },

    async getFile(
      scope: Scope,
      place: FilePlace,
      version?: number,
    ): Promise<ConfigurationFile & { checksum: string }> {
      const number = await getVersionNumber(scope, version);
      const [file] = await repository.listContents(scope, number, [place]);
      if (!file) throw new NotFoundError(`There is no file ${filePathOf(place)}.`);
      return file;
    },

    async listContents(scope: Scope, places?: readonly FilePlace[], version?: number) {
      const number = await getVersionNumber(scope, version);
      return { version: number, files: await repository.listContents(scope, number, places) };
    },

    async importFiles(scope: Scope, author: Author, request: ImportRequest): Promise<number> {
      return change(scope, author, request, async (live) => {
        const wanted = new Map<string, ConfigurationFile | StoredFile>(
          live.map((file) => [filePathOf(file), file]),
        );
        for (const place of namedTwice(request)) {
          throw new UnprocessableError(`${place} is in the import twice.`);
        }
        for (const { name: folderPath, files } of request.folders) {
          for (const { name, action, content } of files) {
            const place = { folderPath, name };
            if (action === 'delete') wanted.delete(filePathOf(place));
            else if (content !== undefined) wanted.set(filePathOf(place), { ...place, content });
          }
        }
        return wanted;
      });
    },

    async importBody(scope: Scope, author: Author, request: BodyImport): Promise<number> {
      const files = bodyToFiles(request.body);
      for (const file of files) {
        const checked = FileContent.safeParse(file.content);
        if (!checked.success) refuse(file, checked.error.issues[0]?.message ?? 'not valid');
      }
      return change(
        scope,
        author,
        request,
        async () => new Map(files.map((file) => [filePathOf(file), file])),
      );
    },

    async restoreVersion(scope: Scope, author: Author, request: Restore): Promise<number> {
      return change(scope, author, request, async (_, store) => {
        if (request.version > request.baseVersion) throw new NotFoundError('There is no such version.');
        const files = await repository.listFiles(scope, request.version, store);
        return new Map(files.map((file) => [filePathOf(file), file]));
      });
    },

    async listVersions(scope: Scope, page: number, size: number) {
      await ensureLiveVersion(scope);
      return repository.listVersions(scope, page, size);
    },

    async getVersion(scope: Scope, version: number): Promise<VersionRecord> {
      await ensureLiveVersion(scope);
      const found = await repository.findVersion(scope, version);
      if (!found) throw new NotFoundError('There is no such version.');
      return found;
    },

    async diffVersions(scope: Scope, from: number, to: number): Promise<VersionChange[]> {
      await getVersionNumber(scope, from);
      await getVersionNumber(scope, to);
      return repository.listChanges(scope, from, to);
    },
  };
}

export type ConfigurationService = ReturnType<typeof createConfigurationService>;

function contentsOf(files: ReadonlyMap<string, ConfigurationFile>): Map<string, string> {
  return new Map([...files].map(([path, { content }]) => [path, content]));
}

function refuseBadTree(files: readonly FilePlace[]): void {
  if (files.length > MAX_FILES)
    throw new UnprocessableError(`A configuration has at most ${MAX_FILES} files.`);
  const [conflict] = findPlaceConflicts(files);
  if (conflict) throw new UnprocessableError(`${placeConflictText(conflict)}.`);
}

function refuse(file: FilePlace, reason: string): never {
  throw new UnprocessableError(`${filePathOf(file)}: ${reason}`, {
    details: [{ folderPath: file.folderPath, name: file.name, reason }],
  });
}

function namedTwice({ folders }: ImportRequest): string[] {
  const seen = new Set<string>();
  const twice: string[] = [];
  for (const { name: folderPath, files } of folders) {
    for (const { name } of files) {
      const path = filePathOf({ folderPath, name });
      if (seen.has(path)) twice.push(path);
      seen.add(path);
    }
  }
  return twice;
}
