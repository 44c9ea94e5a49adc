import { isUtf8 } from 'node:buffer';
import type { IgnoredReason } from '@atrium/contract/configuration/ignored-reason';
import { ConflictError, NotFoundError } from '@atrium/host/errors';
import { takeSteps } from '@atrium/host/event-loop';
import type { Caller } from '../../http/caller.ts';
import type { RemoteTree } from '../../providers/git/cache/repository-context.ts';
import { GitError } from '../../providers/git/git-errors.ts';
import type { PushedFile } from '../../providers/git/push.ts';
import type { RemoteRepository } from '../../providers/git/remote-repository.ts';
import type { RegisteredService, Services } from '../../services/services.service.ts';
import { checksumsOf, readMetadata, readSources } from '../live-configuration.ts';
import { findSame } from '../merge/hidden-metadata.ts';
import type { OperationHandle } from '../operations.service.ts';
import { findUnreadable } from '../pull/manifest.ts';
import { type FileChange, findMovedMetadata, findServiceChanges, readRemoteFolder } from './push-changes.ts';
import type { Target } from './push-target.ts';
import { RemoteMovedError } from './refuse-moved.ts';

/** More than these are hardly all that cannot be read; a pull takes the others first. */
const MAX_EXAMINED = 200;

/** Contents by blob id. Ends early where all together are more than may be fetched: the rest then counts as not read. */
async function* readBlobs(
  remote: RemoteRepository,
  tree: RemoteTree,
  ids: ReadonlySet<string>,
  work: OperationHandle,
) {
  try {
    for await (const slice of remote.readContents(tree, [[...ids]], work)) yield* slice;
  } catch (error) {
    if (!(error instanceof GitError) || error.failure !== 'TOO_LARGE') throw error;
  }
}

/** Files of the remote that no pull can take, with reasons, by filePath. */
async function findUnreadableFiles(
  remote: RemoteRepository,
  tree: RemoteTree,
  blobIds: ReadonlyMap<string, string | undefined>,
  work: OperationHandle,
): Promise<Map<string, IgnoredReason>> {
  const reasons = new Map<string, IgnoredReason>();
  const ids = new Set([...blobIds.values()].filter((id) => id !== undefined));
  if (ids.size === 0 || blobIds.size > MAX_EXAMINED) return new Map();
  for await (const [id, content] of readBlobs(remote, tree, ids, work)) {
    const reason = content === 'TOO_LARGE' ? content : findUnreadable(content, isUtf8);
    if (reason !== undefined) reasons.set(id, reason);
  }
  return new Map(
    [...blobIds].flatMap(([path, id]) => {
      const reason = id === undefined ? undefined : reasons.get(id);
      return reason === undefined ? [] : [[path, reason]];
    }),
  );
}

/** A file as the push writes it. */
export interface ChangedFile extends FileChange {
  /** Undefined for a file that is removed. */
  content: string | undefined;
}

/** Files of one service for the commit. */
export interface Contribution {
  service: RegisteredService;
  version: number;
  /** Checksums of all its files, by filePath. */
  checksums: Map<string, string>;
  files: ChangedFile[];
  /** Whether the remote has changes that are not live, and that the commit keeps. */
  isBehind: boolean;
}

/** Of metadata whose contents are compared. */
const FILES_AT_ONCE = 500;

/** Changes of files as a commit has them. */
export const toChanges = (files: readonly ChangedFile[]): Map<string, PushedFile | null> =>
  new Map(files.map(({ path, mode, content }) => [path, content === undefined ? null : { mode, content }]));

interface ContributionOptions {
  /** The live version that was previewed. */
  version?: number | undefined;
  /** An earlier version to push in place of the live one. */
  earlier?: number;
  /** Keeps changes of the remote to files that are unchanged here. */
  isKept?: boolean;
  remote: RemoteRepository;
  work: OperationHandle;
}

/** Throws when the service cannot take part. */
export async function findContribution(
  services: Services,
  caller: Caller,
  service: RegisteredService,
  { tree, exchanges }: Target,
  { version, earlier, isKept, remote, work }: ContributionOptions,
): Promise<Contribution> {
  const { signal } = work;
  const client = services.getClient(caller);
  const metadata = await readMetadata(client, service.id, {
    signal,
    ...(earlier !== undefined && { version: earlier }),
  });
  if (version !== undefined && version !== metadata.version) {
    throw new ConflictError(
      `The live configuration changed since the preview: it was version ${version} and is ${metadata.version} now. Preview the push again.`,
    );
  }
  const checksums = checksumsOf(metadata);
  const base = exchanges.find(({ serviceId }) => serviceId === service.id)?.checksums;
  const folder = readRemoteFolder(service, tree?.entries ?? []);
  const places = new Map(metadata.folders.flatMap(({ files }) => files.map((file) => [file.filePath, file])));
  const read = (paths: Iterable<string>) =>
    readSources(
      client,
      service.id,
      [...paths].flatMap((path) => places.get(path) ?? []),
      { version: metadata.version, signal },
    );
  const untouched = new Set<string>();
  const movedMetadata = [...findMovedMetadata(folder, checksums, base)];
  for (let start = 0; tree && start < movedMetadata.length; start += FILES_AT_ONCE) {
    const slice = new Map(movedMetadata.slice(start, start + FILES_AT_ONCE));
    const [here, there] = await Promise.all([read(slice.keys()), readRemote(remote, tree, slice, work)]);
    for (const path of await takeSteps(findSame(here, there, service.id))) untouched.add(path);
  }
  const { changes, isBehind } = await orExplained(remote, tree, work, () =>
    findServiceChanges(folder, checksums, base, { isKept, untouched }),
  );
  const written = new Set(
    changes.filter(({ change }) => change !== 'DELETED').map(({ filePath }) => filePath),
  );
  const sources = await read(written);
  const files = changes.map((change): ChangedFile => {
    const content = sources.get(change.filePath)?.content;
    if (content === undefined && change.change !== 'DELETED') {
      throw new NotFoundError(`${service.name} could not provide ${change.filePath}.`);
    }
    return { ...change, content };
  });
  return { service, version: metadata.version, checksums, files, isBehind };
}

/** Contents of files that a pull could take, by filePath. */
async function readRemote(
  remote: RemoteRepository,
  tree: RemoteTree,
  blobIds: ReadonlyMap<string, string>,
  work: OperationHandle,
): Promise<Map<string, string>> {
  const byId = new Map<string, string>();
  for await (const [id, content] of readBlobs(remote, tree, new Set(blobIds.values()), work)) {
    if (content === 'TOO_LARGE' || findUnreadable(content, isUtf8) !== undefined) continue;
    byId.set(id, content.toString('utf8'));
  }
  return new Map(
    [...blobIds].flatMap(([path, id]) => {
      const content = byId.get(id);
      return content === undefined ? [] : [[path, content]];
    }),
  );
}

/** A refusal says which files no pull would help with. */
async function orExplained<Result>(
  remote: RemoteRepository,
  tree: Target['tree'],
  work: OperationHandle,
  find: () => Result,
): Promise<Result> {
  try {
    return find();
  } catch (error) {
    if (!(error instanceof RemoteMovedError) || tree === undefined) throw error;
    throw error.withUnreadable(await findUnreadableFiles(remote, tree, error.moved, work));
  }
}
