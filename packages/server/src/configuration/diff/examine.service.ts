import { compareFiles } from '@atrium/contract/configuration/compare-files';
import {
  type examineFiles,
  MAX_EXAMINED_BYTES,
  MAX_EXAMINED_FILES,
} from '@atrium/contract/configuration/examine-files';
import { isLeftOutPlace } from '@atrium/contract/configuration/ignored-files';
import type { EndpointInput, EndpointResponse } from '@atrium/contract/endpoint';
import { filePathOf, filePlaceOf } from '@atrium/contract/service-api/files/configuration-file';
import { filesToCompare } from '@atrium/diff/renames';
import { NotFoundError } from '@atrium/host/errors';
import { runInThread } from '@atrium/host/in-thread';
import type { Caller } from '../../http/caller.ts';
import type { ConfigurationParts } from '../configuration-parts.ts';
import { readMetadata, readSources } from '../live-configuration.ts';
import type { RemoteFile, RemoteService } from '../pull/manifest.ts';
import type { PullWithFiles } from '../pull/pull.repository.ts';
import type { Pulls } from '../pull/pull.service.ts';
import type { ReadLimit } from '../pull/read-limit.ts';
import type { RemoteFiles } from '../pull/remote-file.service.ts';
import { findExchange } from '../versions/exchange.repository.ts';
import type { Differences, Examined, ExaminedSide } from './examine-contents.ts';

interface Parts extends ConfigurationParts {
  pulls: Pulls;
  remoteFiles: RemoteFiles;
  readLimit: ReadLimit;
}

const TIMEOUT_MS = 60_000;
const FILES_AT_ONCE = 500;

/** Differences to read and examine. */
interface Examining {
  pull: PullWithFiles;
  serviceId: string;
  version: number;
}

/** The two places that a differing file is read from; one of them where only one side has it. */
interface Reading {
  local?: ExaminedSide;
  remote?: ExaminedSide;
}

export class FileExaminer {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Examines the contents of a pull's differing files, as far as they can be read. */
  async examine(
    caller: Caller,
    { uuid, serviceId, version }: EndpointInput<typeof examineFiles>['body'],
    signal: AbortSignal,
  ): Promise<EndpointResponse<typeof examineFiles>> {
    const { pulls, remoteFiles, readLimit } = this.#parts;
    const { domainId } = caller;
    const pull = await pulls.find(domainId, uuid);
    const service = pull.services.find((each) => each.serviceId === serviceId);
    if (service === undefined) throw new NotFoundError('The service is not part of this pull.');
    const about = { pull, serviceId, version };
    const differing = await readLimit(domainId, signal, () =>
      this.#findDiffering(caller, about, service, signal),
    );
    const remotes = [...differing.changed.map(({ remote }) => remote), ...differing.added];
    const ready = await remoteFiles.readWhenHere(pull, remotes, signal);
    return readLimit(domainId, signal, () =>
      this.#examine(caller, { ...about, pull: ready }, differing, signal),
    );
  }

  async #findDiffering(
    caller: Caller,
    { serviceId, version }: Examining,
    remote: RemoteService,
    signal: AbortSignal,
  ): Promise<Differing> {
    const client = this.#parts.services.getClient(caller);
    const { folders } = await readMetadata(client, serviceId, { version, signal });
    return differencesOf(
      folders.flatMap(({ files }) => files),
      remote,
    );
  }

  async #examine(
    caller: Caller,
    about: Examining,
    differing: Differing,
    signal: AbortSignal,
  ): Promise<EndpointResponse<typeof examineFiles>> {
    const { db, remoteFiles } = this.#parts;
    const { pull, serviceId } = about;
    const { domainId, gitUrl, branch } = pull;
    const unexaminedCount = await this.#read(caller, about, inOrder(differing), signal);
    const exchange = await findExchange(db, { domainId, serviceId, gitUrl, branch });
    const exchanged = exchange?.checksums ?? {};
    const gone = goneOf(
      exchanged,
      differing,
      pull.services.find((each) => each.serviceId === serviceId),
    );
    const movedOn = new Set([...pathsOfBases(differing, exchanged), ...gone]);
    const bases = await remoteFiles.readBases(caller, pull, serviceId, [...movedOn].map(filePlaceOf));
    const differences: Differences = {
      serviceId,
      ...differing,
      bases: new Map([...bases].map(([path, { content }]) => [path, content])),
      gone: gone.map((path) => ({
        path,
        checksum: exchanged[path] ?? '',
        content: bases.get(path)?.content,
      })),
      former: new Set(Object.keys(exchanged)),
    };
    const examined = await runInThread<Examined>(
      new URL('./examine.worker.ts', import.meta.url),
      differences,
      {
        signal,
        timeoutMs: TIMEOUT_MS,
        tooLong: 'Examining at the contents takes too long.',
      },
    );
    return { ...examined, unexaminedCount };
  }

  /** Fills in the contents of the sides, in order, until there are too many; counts those without. */
  async #read(
    caller: Caller,
    { pull, serviceId, version }: Examining,
    readings: readonly Reading[],
    signal: AbortSignal,
  ): Promise<number> {
    const { services, remoteFiles } = this.#parts;
    let bytes = 0;
    let readCount = 0;
    for (let start = 0; start < Math.min(readings.length, MAX_EXAMINED_FILES); start += FILES_AT_ONCE) {
      if (bytes > MAX_EXAMINED_BYTES) break;
      signal.throwIfAborted();
      const slice = readings.slice(start, Math.min(start + FILES_AT_ONCE, MAX_EXAMINED_FILES));
      const locals = slice.flatMap(({ local }) => local ?? []);
      const remotes = slice.flatMap(({ remote }) => remote ?? []);
      const [here, there] = await Promise.all([
        readSources(services.getClient(caller), serviceId, locals.map(placeOf), { version, signal }),
        remoteFiles.readFound(caller, pull, serviceId, remotes.map(wantedOf), signal),
      ]);
      for (const side of locals) side.content = here.get(side.path)?.content;
      for (const side of remotes) side.content = there.get(side.path);
      for (const side of [...locals, ...remotes]) bytes += side.content?.length ?? 0;
      readCount += slice.filter(isRead).length;
    }
    return readings.length - readCount;
  }
}

interface Differing extends Pick<Differences, 'changed' | 'deleted' | 'added'> {
  /** filePaths of all live files. */
  live: ReadonlySet<string>;
}

function differencesOf(live: readonly RemoteFile[], { files, ignoredPaths }: RemoteService): Differing {
  const leftOut = new Set(ignoredPaths);
  const local = live.filter((file) => !isLeftOutPlace(filePathOf(file), leftOut));
  const compared = compareFiles<RemoteFile>(local, files).filter(({ type }) => type !== 'NO_CHANGE');
  const sides = compared.map((file) => ({
    local: file.local && sideOf(file.local),
    remote: file.remote && sideOf(file.remote),
    isHere: file.type === 'CHANGED',
  }));
  const changed = sides.flatMap(({ local: mine, remote: theirs, isHere }) =>
    isHere && mine && theirs ? [{ local: mine, remote: theirs }] : [],
  );
  const rest = sides.filter(({ isHere }) => !isHere);
  return {
    changed,
    deleted: rest.flatMap(({ local: mine }) => mine ?? []),
    added: rest.flatMap(({ remote: theirs }) => theirs ?? []),
    live: new Set(live.map(filePathOf)),
  };
}

/** Files that may have moved come before new and deleted ones. */
function inOrder({ changed, deleted, added }: Differing): Reading[] {
  const alike = filesToCompare(deleted, added);
  const isAlike = new Set<ExaminedSide>([...alike.deleted, ...alike.added]);
  const single = [
    ...deleted.map((local) => ({ side: local, reading: { local } })),
    ...added.map((remote) => ({ side: remote, reading: { remote } })),
  ];
  const [first, last] = [true, false].map((wanted) =>
    single.filter(({ side }) => isAlike.has(side) === wanted).map(({ reading }) => reading),
  );
  return [...changed, ...(first ?? []), ...(last ?? [])];
}

/** Exchanged files that are at their place on neither side; none if no file can have become them. */
function goneOf(
  exchanged: Record<string, string>,
  { deleted, added, live }: Differing,
  remote: RemoteService | undefined,
): string[] {
  if (deleted.length === 0 || added.length === 0) return [];
  const there = new Set(remote?.files.map(filePathOf));
  return Object.keys(exchanged)
    .filter((path) => !there.has(path) && !live.has(path))
    .slice(0, MAX_EXAMINED_FILES);
}

/** If every existing side differs from the last exchange. */
function pathsOfBases({ changed, deleted, added }: Differing, exchanged: Record<string, string>): string[] {
  const isOther = ({ path, checksum }: ExaminedSide) =>
    Object.hasOwn(exchanged, path) && exchanged[path] !== checksum;
  return [
    ...changed.filter(({ local, remote }) => isOther(local) && isOther(remote)).map(({ local }) => local),
    ...[...deleted, ...added].filter(isOther),
  ].map(({ path }) => path);
}

const sideOf = (file: RemoteFile): ExaminedSide => ({ path: filePathOf(file), checksum: file.checksum });
const placeOf = ({ path }: ExaminedSide) => filePlaceOf(path);
const wantedOf = ({ path, checksum }: ExaminedSide) => ({ ...filePlaceOf(path), checksum });

const isRead = ({ local, remote }: Reading) =>
  [local, remote].every((side) => side === undefined || side.content !== undefined);
