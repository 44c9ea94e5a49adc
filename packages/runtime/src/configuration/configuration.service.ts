import {
  type ConfigurationFile,
  type FilePlace,
  filePathOf,
} from '@atrium/contract/service-api/configuration-file';
import type { ImportRequest } from '@atrium/contract/service-api/import';
import type { ConfigurationBody } from '@atrium/contract/service-api/item-files';
import type { VersionChange } from '@atrium/contract/service-api/version-changes';
import { ConflictError, NotFoundError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import { announce, VERSION_CHANNEL } from '../database/announcements.ts';
import type { RuntimeDatabase, Store } from '../database/schema.ts';
import { listChanges, listContents, listFiles, type StoredFile } from './file.repository.ts';
import { applyImport, byPath, readBody } from './imported-files.ts';
import type { Scope } from './scope.ts';
import {
  findLiveVersion,
  findVersion,
  listVersions,
  lockLiveVersion,
  type VersionRecord,
} from './version.repository.ts';
import { type WantedFiles, writeVersion } from './write-version.ts';

/** What differs between services: the files a domain starts with, and rules about what may be imported. */
export interface ConfigurationKind {
  starterFiles: () => readonly ConfigurationFile[];
  /** Runs inside the transaction of an import; throws to refuse it as a whole. */
  onImport?: (transaction: Store, domainId: string, files: ReadonlyMap<string, string>) => Promise<void>;
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

interface Parts {
  db: Kysely<RuntimeDatabase>;
  kinds: ReadonlyMap<string, ConfigurationKind>;
  now: () => Date;
  /** Called in this process at once; other processes are notified by the database. */
  onVersion: (scope: Scope) => void;
}

export class Configurations {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The version that is live; fills a domain that comes for the first time. */
  async ensureLiveVersion(scope: Scope): Promise<number> {
    return (await findLiveVersion(this.#parts.db, scope)) ?? (await this.#fill(scope));
  }

  async getVersionNumber(scope: Scope, version: number | undefined): Promise<number> {
    const live = await this.ensureLiveVersion(scope);
    if (version !== undefined && version > live) throw new NotFoundError('There is no such version.');
    return version ?? live;
  }

  async listFiles(scope: Scope, version?: number): Promise<{ version: number; files: StoredFile[] }> {
    const number = await this.getVersionNumber(scope, version);
    return { version: number, files: await listFiles(this.#parts.db, scope, number) };
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
    const number = await this.getVersionNumber(scope, version);
    return { version: number, files: await listContents(this.#parts.db, scope, number, places) };
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
    await this.getVersionNumber(scope, from);
    await this.getVersionNumber(scope, to);
    return listChanges(this.#parts.db, scope, from, to);
  }

  async importFiles(scope: Scope, author: Author, request: ImportRequest): Promise<number> {
    return this.#update(scope, author, request, async (live) => applyImport(live, request));
  }

  async importBody(
    scope: Scope,
    author: Author,
    request: Change & { body: ConfigurationBody },
  ): Promise<number> {
    const files = byPath(readBody(request.body));
    return this.#update(scope, author, request, async () => files);
  }

  async restoreVersion(scope: Scope, author: Author, request: Change & { version: number }): Promise<number> {
    return this.#update(scope, author, request, async (_, transaction) => {
      if (request.version > request.baseVersion) throw new NotFoundError('There is no such version.');
      return byPath(await listFiles(transaction, scope, request.version));
    });
  }

  /** Changes the live configuration under its lock: `choose` decides which files there are. */
  async #update(
    scope: Scope,
    author: Author,
    { baseVersion, message, commitSha = null }: Change,
    choose: (live: readonly StoredFile[], transaction: Store) => Promise<WantedFiles>,
  ): Promise<number> {
    const { db, now, onVersion } = this.#parts;
    await this.ensureLiveVersion(scope);
    const version = await db.transaction().execute(async (transaction) => {
      const live = await lockLiveVersion(transaction, scope);
      if (live !== baseVersion) {
        throw new ConflictError(`The live configuration is now at version ${live}.`, { liveVersion: live });
      }
      const files = await listFiles(transaction, scope, live);
      const made = await writeVersion(transaction, scope, {
        live: { version: live, files },
        wanted: await choose(files, transaction),
        author: author.userId,
        message,
        commitSha,
        lastModified: now(),
      });
      if (made === live) return live;
      const { onImport } = this.#kindOf(scope);
      if (onImport) {
        const contents = byPath(await listContents(transaction, scope, made));
        await onImport(transaction, scope.domainId, textsOf(contents));
      }
      await announce(transaction, VERSION_CHANNEL, [scope.domainId, scope.serviceId]);
      return made;
    });
    onVersion(scope);
    return version;
  }

  async #fill(scope: Scope): Promise<number> {
    const { db, now } = this.#parts;
    return db.transaction().execute(async (transaction) => {
      const live = await lockLiveVersion(transaction, scope);
      // Another process may have been faster; the lock shows its work.
      if (live > 0) return live;
      const { starterFiles, onImport } = this.#kindOf(scope);
      const wanted = byPath(starterFiles());
      const version = await writeVersion(transaction, scope, {
        live: { version: 0, files: [] },
        wanted,
        author: null,
        message: 'Starter configuration',
        commitSha: null,
        lastModified: now(),
      });
      await onImport?.(transaction, scope.domainId, textsOf(wanted));
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
