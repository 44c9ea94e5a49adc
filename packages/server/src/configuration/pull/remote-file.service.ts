import { setTimeout as sleep } from 'node:timers/promises';
import type { readBaseFile } from '@atrium/contract/configuration/bases';
import { type FileRef, toFileRef } from '@atrium/contract/configuration/file-ref';
import { ignoredReasonText } from '@atrium/contract/configuration/ignored-reason';
import type { readRemoteFile, readRemoteFiles } from '@atrium/contract/configuration/remote-file';
import type { EndpointInput, EndpointResponse } from '@atrium/contract/endpoint';
import {
  type ConfigurationFile,
  type FilePlace,
  filePathOf,
  filePlaceOf,
} from '@atrium/contract/service-api/files/configuration-file';
import { NotFoundError, UnavailableError, UnprocessableError } from '@atrium/host/errors';
import type { Caller } from '../../http/caller.ts';
import type { ConfigurationParts } from '../configuration-parts.ts';
import { readSources } from '../live-configuration.ts';
import { findExchange } from '../versions/exchange.repository.ts';
import { isAbandoned, PULL_INTERRUPTED } from './abandoned-pull.ts';
import type { RemoteFile, RemoteService } from './manifest.ts';
import { findContentsState, findPullRecord, type PullRecord, type PullWithFiles } from './pull.repository.ts';
import type { Pulls } from './pull.service.ts';
import type { ReadLimit } from './read-limit.ts';
import { insertContents, listContents, listMissingContents } from './remote-content.repository.ts';
import { requiredContent } from './required-content.ts';

/** A remote file whose content is requested. */
export interface WantedFile extends FilePlace {
  checksum: string;
}

interface Parts extends ConfigurationParts {
  pulls: Pulls;
  readLimit: ReadLimit;
}

const WAIT_MS = 60_000;
/** Most contents are there soon; for the others no one asks the database many times a second. */
const FIRST_POLL_MS = 100;
const LONGEST_POLL_MS = 1_000;

export class RemoteFiles {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async read(
    caller: Caller,
    request: EndpointInput<typeof readRemoteFile>['body'],
    signal: AbortSignal,
  ): Promise<EndpointResponse<typeof readRemoteFile>> {
    const pull = await this.#parts.pulls.find(caller.domainId, request.uuid);
    const ref = toFileRef(request);
    const { serviceId } = ref;
    const file = findFile(pull, ref);
    if (file === undefined) throw new NotFoundError('The file is not part of this pull.');
    const [contents, bases] = await Promise.all([
      this.readAll(caller, pull, serviceId, [file], signal),
      this.readBases(caller, pull, serviceId, [file]),
    ]);
    const path = filePathOf(file);
    return {
      content: requiredContent(contents.get(path), path),
      checksum: file.checksum,
      base: bases.get(path) ?? null,
    };
  }

  /** Readable files. Throws if the pull does not have one of the paths. */
  async readSeveral(
    caller: Caller,
    { uuid, serviceId, filePaths }: EndpointInput<typeof readRemoteFiles>['body'],
    signal: AbortSignal,
  ): Promise<EndpointResponse<typeof readRemoteFiles>['files']> {
    const pull = await this.#parts.pulls.find(caller.domainId, uuid);
    const asked = new Set(filePaths);
    const service = pull.services.find((each) => each.serviceId === serviceId);
    const files = (service?.files ?? []).filter((file) => asked.has(filePathOf(file)));
    if (files.length < asked.size) throw new NotFoundError('The files are not part of this pull.');
    const ready = await this.readWhenHere(pull, files, signal);
    const found = await this.#parts.readLimit(caller.domainId, signal, () =>
      this.readFound(caller, ready, serviceId, files, signal),
    );
    return [...found].map(([filePath, content]) => ({ filePath, content }));
  }

  /** Contents of readable files, by filePath. */
  async readFound(
    caller: Caller,
    pull: PullWithFiles,
    serviceId: string,
    files: readonly WantedFile[],
    signal: AbortSignal,
  ): Promise<Map<string, string>> {
    return (await this.#readMost(caller, pull, serviceId, files, signal)).found;
  }

  /** Throws NotFoundError when the file was not exchanged. */
  async readBase(
    caller: Caller,
    request: EndpointInput<typeof readBaseFile>['body'],
  ): Promise<EndpointResponse<typeof readBaseFile>> {
    const pull = await this.#parts.pulls.find(caller.domainId, request.uuid);
    const ref = toFileRef(request);
    const bases = await this.readBases(caller, pull, ref.serviceId, [ref]);
    const base = bases.get(filePathOf(ref));
    if (base === undefined) throw new NotFoundError('No earlier version of this file is known.');
    return base;
  }

  /** Contents by filePath, all of them; throws when one cannot be taken. */
  async readAll(
    caller: Caller,
    pull: PullWithFiles,
    serviceId: string,
    files: readonly WantedFile[],
    signal: AbortSignal,
  ): Promise<Map<string, string>> {
    const { found, lost, pull: complete } = await this.#readMost(caller, pull, serviceId, files, signal);
    if (lost.length > 0) throw unreadableError(complete, serviceId, lost);
    return found;
  }

  /** All files of a service that can be taken, and the paths of the others; of a pull that is complete. */
  async readWhole(
    caller: Caller,
    pull: PullWithFiles,
    service: RemoteService,
    signal: AbortSignal,
  ): Promise<{ files: ConfigurationFile[]; unreadable: ReadonlySet<string> }> {
    const { serviceId } = service;
    const unreadable = new Set(Object.keys(pull.unreadable[serviceId] ?? {}));
    const wanted = service.files.filter((file) => !unreadable.has(filePathOf(file)));
    const contents = await this.readAll(caller, pull, serviceId, wanted, signal);
    const files = wanted.map((file) => {
      const { folderPath, name } = file;
      const path = filePathOf(file);
      return { folderPath, name, content: requiredContent(contents.get(path), path) };
    });
    return { files, unreadable };
  }

  /** Contents last exchanged with the pull's remote, by filePath; files without one are left out. */
  async readBases(
    caller: Caller,
    pull: PullWithFiles,
    serviceId: string,
    files: readonly FilePlace[],
  ): Promise<Map<string, { content: string; checksum: string }>> {
    const { domainId, gitUrl, branch } = pull;
    const exchange = await findExchange(this.#parts.db, { domainId, serviceId, gitUrl, branch });
    if (exchange === undefined) return new Map();
    const wanted = files.flatMap((file): WantedFile[] => {
      const { folderPath, name } = file;
      const checksum = exchange.checksums[filePathOf(file)];
      return checksum === undefined ? [] : [{ folderPath, name, checksum }];
    });
    const contents = await this.#collect(caller, domainId, serviceId, wanted, exchange.version);
    return new Map(
      wanted.flatMap((file) => {
        const content = contents.get(filePathOf(file));
        return content === undefined ? [] : [[filePathOf(file), { content, checksum: file.checksum }]];
      }),
    );
  }

  /**
   * Before the base of a service moves on without these files: makes sure that theirs can still be read. `readable` are
   * the checksums, by filePath, in the version that will be remembered with the next base.
   */
  async keepBases(
    caller: Caller,
    pull: PullWithFiles,
    serviceId: string,
    filePaths: readonly string[],
    readable: ReadonlyMap<string, string>,
  ): Promise<void> {
    const { db, clock } = this.#parts;
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
    const contents = await this.#collect(caller, domainId, serviceId, wanted, exchange?.version ?? null);
    const rows = new Map(
      wanted.flatMap((file) => {
        const content = contents.get(filePathOf(file));
        return content === undefined ? [] : [[file.checksum, Buffer.from(content)] as const];
      }),
    );
    await insertContents(db, domainId, [...rows], clock.now());
  }

  /** Waits only where one of these contents is not here: the others may take a minute. */
  async readWhenHere(
    pull: PullWithFiles,
    files: readonly Pick<WantedFile, 'checksum'>[],
    signal: AbortSignal,
  ): Promise<PullWithFiles> {
    if (pull.contentsState !== 'PENDING') return pull;
    const checksums = [...new Set(files.map(({ checksum }) => checksum))];
    const missing = await listMissingContents(this.#parts.db, pull.domainId, checksums);
    return missing.length === 0 ? pull : this.readWhenComplete(pull, signal);
  }

  /** Contents are read in the background; waits until they are here. */
  async readWhenComplete(pull: PullWithFiles, signal: AbortSignal): Promise<PullWithFiles> {
    if (pull.contentsState !== 'PENDING') return pull;
    const { db, clock } = this.#parts;
    const { domainId, id } = pull;
    let standing: Pick<PullRecord, 'contentsState' | 'touchedOn'> = pull;
    let waited = 0;
    for (
      let pauseMs = FIRST_POLL_MS;
      standing.contentsState === 'PENDING';
      pauseMs = Math.min(2 * pauseMs, LONGEST_POLL_MS)
    ) {
      if (isAbandoned(standing, clock.now())) throw new UnprocessableError(PULL_INTERRUPTED);
      if (waited >= WAIT_MS)
        throw new UnavailableError('The files are still being fetched. Please try again in a moment.');
      await sleep(pauseMs, undefined, { signal }).catch(() => signal.throwIfAborted());
      waited += pauseMs;
      const found = await findContentsState(db, domainId, id, clock.now());
      if (found === undefined) throw new NotFoundError();
      standing = found;
    }
    const complete = await findPullRecord(db, domainId, id, clock.now());
    if (complete === undefined) throw new NotFoundError();
    return { ...pull, ...complete };
  }

  /** Readable contents, waiting for contents that are still being fetched, and the paths of unreadable ones. */
  async #readMost(
    caller: Caller,
    pull: PullWithFiles,
    serviceId: string,
    files: readonly WantedFile[],
    signal: AbortSignal,
  ): Promise<{ found: Map<string, string>; lost: string[]; pull: PullWithFiles }> {
    const version = localVersionOf(pull, serviceId);
    const found = await this.#collect(caller, pull.domainId, serviceId, files, version);
    if (found.size === files.length) return { found, lost: [], pull };
    const complete = await this.readWhenComplete(pull, signal);
    const rest = files.filter((file) => !found.has(filePathOf(file)));
    const late = await this.#collect(caller, pull.domainId, serviceId, rest, version);
    const lost = rest.map(filePathOf).filter((path) => !late.has(path));
    return { found: new Map([...found, ...late]), lost, pull: complete };
  }

  /** From what was read of remotes; else from the service, if one of its versions has the same bytes. */
  async #collect(
    caller: Caller,
    domainId: string,
    serviceId: string,
    files: readonly WantedFile[],
    version: number | null,
  ): Promise<Map<string, string>> {
    const { db, services } = this.#parts;
    const found = new Map<string, string>();
    const contents = await listContents(db, domainId, [...new Set(files.map(({ checksum }) => checksum))]);
    const rest: WantedFile[] = [];
    for (const file of files) {
      const content = contents.get(file.checksum);
      if (content === undefined) rest.push(file);
      else found.set(filePathOf(file), content);
    }
    if (rest.length === 0 || version === null) return found;
    const sources = await readSources(services.getClient(caller), serviceId, rest, { version });
    for (const file of rest) {
      const source = sources.get(filePathOf(file));
      if (source?.checksum === file.checksum) found.set(filePathOf(file), source.content);
    }
    return found;
  }
}

function findFile(pull: PullWithFiles, { serviceId, folderPath, name }: FileRef): RemoteFile | undefined {
  const service = pull.services.find((each) => each.serviceId === serviceId);
  return service?.files.find((file) => file.folderPath === folderPath && file.name === name);
}

function localVersionOf(pull: PullWithFiles, serviceId: string): number | null {
  return pull.services.find((each) => each.serviceId === serviceId)?.localVersion ?? null;
}

const MAX_LISTED_UNREADABLE = 5;

/** Why the contents of some files of a pull are not available, all of them in one answer. */
function unreadableError(pull: PullRecord, serviceId: string, paths: readonly string[]): UnprocessableError {
  if (pull.contentsState === 'FAILED') {
    return new UnprocessableError(pull.contentsError ?? 'The contents could not be read.');
  }
  const lines = paths.slice(0, MAX_LISTED_UNREADABLE).map((path) => {
    const reason = pull.unreadable[serviceId]?.[path];
    return reason === undefined
      ? `The content of ${path} could not be read.`
      : `${path} cannot be taken: ${ignoredReasonText[reason]}.`;
  });
  if (paths.length > lines.length)
    lines.push(`The same is true of ${paths.length - lines.length} more files.`);
  return new UnprocessableError(lines.join(' '));
}
