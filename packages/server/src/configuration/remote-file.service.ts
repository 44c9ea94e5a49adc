import { setTimeout as sleep } from 'node:timers/promises';
import type { readBaseFile } from '@atrium/contract/configuration/bases';
import { type FileRef, toFileRef } from '@atrium/contract/configuration/file-ref';
import type { readRemoteFile, readRemoteFiles } from '@atrium/contract/configuration/pull';
import type { EndpointAnswer, EndpointInput } from '@atrium/contract/endpoint';
import {
  type ConfigurationFile,
  filePathOf,
  filePlaceOf,
} from '@atrium/contract/service-api/configuration-file';
import type { Caller } from '../http/caller.ts';
import { NotFoundError, UnavailableError, UnprocessableError } from '../http/errors.ts';
import type { ConfigurationParts } from './configuration.ts';
import { findExchange } from './exchange.repository.ts';
import { readSources } from './live-configuration.ts';
import type { RemoteFile } from './manifest.ts';
import { findPullRecord, type PullWithFiles } from './pull.repository.ts';
import type { Pulls } from './pull.service.ts';
import { insertContents, listContents, listMissingContents } from './remote-content.repository.ts';
import { requiredContent } from './required-content.ts';
import { unreadableError } from './unreadable-error.ts';

/** A remote file whose content is asked for. */
export type WantedFile = Pick<FileRef, 'folderPath' | 'name'> & { checksum: string };

export interface RemoteFiles {
  read(
    caller: Caller,
    request: EndpointInput<typeof readRemoteFile>['body'],
  ): Promise<EndpointAnswer<typeof readRemoteFile>>;
  /** Those that can be read; throws when the pull does not have one of them. */
  readSeveral(
    caller: Caller,
    request: EndpointInput<typeof readRemoteFiles>['body'],
  ): Promise<EndpointAnswer<typeof readRemoteFiles>['files']>;
  /** Throws NotFoundError when the file was not exchanged. */
  readBase(
    caller: Caller,
    request: EndpointInput<typeof readBaseFile>['body'],
  ): Promise<EndpointAnswer<typeof readBaseFile>>;
  /** Contents by filePath of those that can be read. */
  readFound(
    caller: Caller,
    pull: PullWithFiles,
    serviceId: string,
    files: readonly WantedFile[],
  ): Promise<Map<string, string>>;
  /** Contents by filePath, all of them; throws when one cannot be taken. */
  readAll(
    caller: Caller,
    pull: PullWithFiles,
    serviceId: string,
    files: readonly WantedFile[],
  ): Promise<Map<string, string>>;
  /** All files of a service that can be taken, and the paths of the others. */
  readWhole(
    caller: Caller,
    pull: PullWithFiles,
    serviceId: string,
  ): Promise<{ files: ConfigurationFile[]; unreadable: ReadonlySet<string> }>;
  /** Contents last exchanged with the pull's remote, by filePath; files without one are left out. */
  readBases(
    caller: Caller,
    pull: PullWithFiles,
    serviceId: string,
    files: readonly Pick<FileRef, 'folderPath' | 'name'>[],
  ): Promise<Map<string, { content: string; checksum: string }>>;
  /**
   * Before the base of a service moves on without these files: makes sure that theirs can still be read. `readable` are
   * the checksums, by filePath, in the version that will be remembered with the next base.
   */
  keepBases(
    caller: Caller,
    pull: PullWithFiles,
    serviceId: string,
    filePaths: readonly string[],
    readable: ReadonlyMap<string, string>,
  ): Promise<void>;
}

const WAIT_MS = 60_000;
const LOOK_EVERY_MS = 100;
/** Whoever reads contents says so every 5 s; when nobody did for this long, the process has died. */
const ABANDONED_AFTER_MS = 20_000;

export function createRemoteFiles(parts: ConfigurationParts, pulls: Pulls): RemoteFiles {
  const { db, clock, services } = parts;

  /** Contents are read in the background; waits until they are here. */
  async function waitForContents(pull: PullWithFiles): Promise<PullWithFiles> {
    let record = pull;
    for (let waited = 0; record.contentsState === 'PENDING'; waited += LOOK_EVERY_MS) {
      if (clock.now().getTime() - record.touchedOn.getTime() > ABANDONED_AFTER_MS) {
        throw new UnprocessableError('The pull was interrupted. Please pull again.');
      }
      if (waited >= WAIT_MS)
        throw new UnavailableError('The contents are still being read. Please try again.');
      await sleep(LOOK_EVERY_MS);
      const found = await findPullRecord(db, pull.domainId, pull.id, clock.now());
      if (found === undefined) throw new NotFoundError();
      record = { ...pull, ...found };
    }
    return record;
  }

  /** What can be read, waiting for it where it is still on its way, and the paths of what cannot. */
  async function readMost(
    caller: Caller,
    pull: PullWithFiles,
    serviceId: string,
    files: readonly WantedFile[],
  ): Promise<{ found: Map<string, string>; lost: string[]; pull: PullWithFiles }> {
    const version = localVersionOf(pull, serviceId);
    const found = await collect(caller, pull.domainId, serviceId, files, version);
    if (found.size === files.length) return { found, lost: [], pull };
    const complete = await waitForContents(pull);
    const rest = files.filter((file) => !found.has(filePathOf(file)));
    const late = await collect(caller, pull.domainId, serviceId, rest, version);
    const lost = rest.map(filePathOf).filter((path) => !late.has(path));
    return { found: new Map([...found, ...late]), lost, pull: complete };
  }

  const remoteFiles: RemoteFiles = {
    async read(caller, request) {
      const pull = await pulls.find(caller.domainId, request.uuid);
      const { serviceId, folderPath, name } = toFileRef(request);
      const file = findFile(pull, serviceId, folderPath, name);
      if (file === undefined) throw new NotFoundError('The file is not part of this pull.');
      const [contents, bases] = await Promise.all([
        remoteFiles.readAll(caller, pull, serviceId, [file]),
        remoteFiles.readBases(caller, pull, serviceId, [file]),
      ]);
      const path = filePathOf(file);
      return {
        content: requiredContent(contents.get(path), path),
        checksum: file.checksum,
        base: bases.get(path) ?? null,
      };
    },

    async readSeveral(caller, { uuid, serviceId, filePaths }) {
      const pull = await pulls.find(caller.domainId, uuid);
      const asked = new Set(filePaths);
      const service = pull.services.find((each) => each.serviceId === serviceId);
      const files = (service?.files ?? []).filter((file) => asked.has(filePathOf(file)));
      if (files.length < asked.size) throw new NotFoundError('The files are not part of this pull.');
      const found = await remoteFiles.readFound(caller, pull, serviceId, files);
      return [...found].map(([filePath, content]) => ({ filePath, content }));
    },

    async readFound(caller, pull, serviceId, files) {
      return (await readMost(caller, pull, serviceId, files)).found;
    },

    async readBase(caller, request) {
      const pull = await pulls.find(caller.domainId, request.uuid);
      const ref = toFileRef(request);
      const bases = await remoteFiles.readBases(caller, pull, ref.serviceId, [ref]);
      const base = bases.get(filePathOf(ref));
      if (base === undefined) throw new NotFoundError('Nothing is known of an earlier state of this file.');
      return base;
    },

    async readAll(caller, pull, serviceId, files) {
      const { found, lost, pull: complete } = await readMost(caller, pull, serviceId, files);
      if (lost.length > 0) throw unreadableError(complete, serviceId, lost);
      return found;
    },

    async readWhole(caller, pull, serviceId) {
      const complete = await waitForContents(pull);
      const unreadable = new Set(Object.keys(complete.unreadable[serviceId] ?? {}));
      const service = pull.services.find((each) => each.serviceId === serviceId);
      const wanted = (service?.files ?? []).filter((file) => !unreadable.has(filePathOf(file)));
      const contents = await remoteFiles.readAll(caller, pull, serviceId, wanted);
      const files = wanted.map((file) => {
        const { folderPath, name } = file;
        const path = filePathOf(file);
        return { folderPath, name, content: requiredContent(contents.get(path), path) };
      });
      return { files, unreadable };
    },

    async readBases(caller, pull, serviceId, files) {
      const { domainId, gitUrl, branch } = pull;
      const exchange = await findExchange(db, { domainId, serviceId, gitUrl, branch });
      if (exchange === undefined) return new Map();
      const wanted = files.flatMap((file): WantedFile[] => {
        const { folderPath, name } = file;
        const checksum = exchange.checksums[filePathOf(file)];
        return checksum === undefined ? [] : [{ folderPath, name, checksum }];
      });
      const contents = await collect(caller, domainId, serviceId, wanted, exchange.version);
      return new Map(
        wanted.flatMap((file) => {
          const content = contents.get(filePathOf(file));
          return content === undefined ? [] : [[filePathOf(file), { content, checksum: file.checksum }]];
        }),
      );
    },

    async keepBases(caller, pull, serviceId, filePaths, readable) {
      if (filePaths.length === 0) return;
      const { domainId, gitUrl, branch } = pull;
      const exchange = await findExchange(db, { domainId, serviceId, gitUrl, branch });
      const bases = filePaths.flatMap((path): WantedFile[] => {
        const checksum = exchange?.checksums[path];
        const isKept = checksum === undefined || readable.get(path) === checksum;
        return isKept ? [] : [{ ...filePlaceOf(path), checksum }];
      });
      const missing = new Set(
        await listMissingContents(
          db,
          domainId,
          bases.map(({ checksum }) => checksum),
        ),
      );
      const wanted = bases.filter(({ checksum }) => missing.has(checksum));
      const contents = await collect(caller, domainId, serviceId, wanted, exchange?.version ?? null);
      const rows = new Map(
        wanted.flatMap((file) => {
          const content = contents.get(filePathOf(file));
          return content === undefined ? [] : [[file.checksum, Buffer.from(content)] as const];
        }),
      );
      await insertContents(db, domainId, [...rows], clock.now());
    },
  };
  return remoteFiles;

  /** From what was read of remotes; else from the service, where a version of it holds the very same bytes. */
  async function collect(
    caller: Caller,
    domainId: string,
    serviceId: string,
    files: readonly WantedFile[],
    version: number | null,
  ): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    const contents = await listContents(db, domainId, [...new Set(files.map(({ checksum }) => checksum))]);
    const rest: WantedFile[] = [];
    for (const file of files) {
      const content = contents.get(file.checksum);
      if (content === undefined) rest.push(file);
      else found.set(filePathOf(file), content);
    }
    if (rest.length === 0 || version === null) return found;
    const sources = await readSources(services.client(caller), serviceId, rest, { version });
    for (const file of rest) {
      const source = sources.get(filePathOf(file));
      if (source?.checksum === file.checksum) found.set(filePathOf(file), source.content);
    }
    return found;
  }
}

export function findFile(
  pull: PullWithFiles,
  serviceId: string,
  folderPath: string,
  name: string,
): RemoteFile | undefined {
  const service = pull.services.find((each) => each.serviceId === serviceId);
  return service?.files.find((file) => file.folderPath === folderPath && file.name === name);
}

function localVersionOf(pull: PullWithFiles, serviceId: string): number | null {
  return pull.services.find((each) => each.serviceId === serviceId)?.localVersion ?? null;
}
