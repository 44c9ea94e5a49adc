import { ConflictError, NotFoundError } from '@atrium/host/errors';
import type { Caller } from '../../http/caller.ts';
import type { RemoteRepository } from '../../providers/git/remote-repository.ts';
import type { RegisteredService, Services } from '../../services/services.service.ts';
import { checksumsOf, readMetadata, readSources } from '../live-configuration.ts';
import type { OperationHandle } from '../operations.service.ts';
import { findUnreadableFiles } from './find-unreadable-files.ts';
import { type FileChange, findServiceChanges } from './push-changes.ts';
import type { Target } from './push-target.ts';
import { RemoteMovedError } from './refuse-moved.ts';

/** A file as the push writes it. */
export interface ChangedFile extends FileChange {
  /** Undefined for a file that is removed. */
  content: string | undefined;
}

/** What one service contributes to the commit. */
export interface Contribution {
  service: RegisteredService;
  version: number;
  /** Checksums of all its files, by filePath. */
  checksums: Map<string, string>;
  files: ChangedFile[];
}

/** Throws when the service cannot take part; `version` is the one that was previewed. */
export async function findContribution(
  services: Services,
  caller: Caller,
  service: RegisteredService,
  { tree, exchanges }: Target,
  { version, remote, work }: { version: number | undefined; remote: RemoteRepository; work: OperationHandle },
): Promise<Contribution> {
  const { signal } = work;
  const client = services.getClient(caller);
  const metadata = await readMetadata(client, service.id, { signal });
  if (version !== undefined && version !== metadata.version) {
    throw new ConflictError(
      `The live configuration changed since the preview: it was version ${version} and is ${metadata.version} now. Preview the push again.`,
    );
  }
  const checksums = checksumsOf(metadata);
  const base = exchanges.find(({ serviceId }) => serviceId === service.id)?.checksums;
  const changes = await orExplained(remote, tree, work, () =>
    findServiceChanges(service, tree?.entries ?? [], checksums, base),
  );
  const written = new Set(
    changes.filter(({ change }) => change !== 'DELETED').map(({ filePath }) => filePath),
  );
  const places = metadata.folders.flatMap(({ files }) =>
    files.filter(({ filePath }) => written.has(filePath)),
  );
  const sources = await readSources(client, service.id, places, { version: metadata.version, signal });
  const files = changes.map((change): ChangedFile => {
    const content = sources.get(change.filePath)?.content;
    if (content === undefined && change.change !== 'DELETED') {
      throw new NotFoundError(`${service.name} could not provide ${change.filePath}.`);
    }
    return { ...change, content };
  });
  return { service, version: metadata.version, checksums, files };
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
