import {
  MAX_PREVIEWED_FILES,
  type PreviewedFile,
  type PreviewedService,
} from '@atrium/contract/configuration/push-preview';
import type { ChangeCounts } from '@atrium/diff/change-counts';
import { GitError } from '../../providers/git/git-errors.ts';
import type { RemoteRepository } from '../../providers/git/remote-repository.ts';
import type { OperationHandle } from '../operations.service.ts';
import { countLines, type TextPair } from './count-lines.ts';
import type { ChangedFile, Contribution } from './push-contribution.ts';
import type { Target } from './push-target.ts';

/** Changes of the contributions, with the lines of each file as far as they can be counted. */
export async function previewContributions(
  remote: RemoteRepository,
  { tree }: Target,
  contributions: readonly Contribution[],
  work: OperationHandle,
): Promise<PreviewedService[]> {
  const named = contributions.map(({ files }) => files.slice(0, MAX_PREVIEWED_FILES));
  const former = await readFormer(remote, tree, named.flat(), work);
  const pairs = new Map(named.flat().flatMap((file) => toPair(file, former)));
  const counts = await countLines([...pairs.values()], work.signal);
  const countOf = new Map([...pairs.keys()].map((file, index) => [file, counts[index]]));
  return contributions.map(({ service: { id, name }, version, files }, index) => ({
    serviceId: id,
    serviceName: name,
    status: 'OK',
    version,
    fileCount: files.length,
    files: (named[index] ?? []).map((file) => toPreviewed(file, countOf.get(file))),
  }));
}

/** Contents that the remote has now, by blob id. Without them the preview only has no counts. */
async function readFormer(
  remote: RemoteRepository,
  tree: Target['tree'],
  files: readonly ChangedFile[],
  work: OperationHandle,
): Promise<Map<string, Buffer>> {
  const former = new Map<string, Buffer>();
  const ids = files.flatMap(({ formerId }) => formerId ?? []);
  if (tree === undefined || ids.length === 0) return former;
  try {
    for await (const slice of remote.readContents(tree, [ids], work)) {
      for (const [id, content] of slice) if (content !== 'TOO_LARGE') former.set(id, content);
    }
  } catch (error) {
    if (!(error instanceof GitError) || error.failure !== 'TOO_LARGE') throw error;
  }
  return former;
}

function toPair(file: ChangedFile, former: ReadonlyMap<string, Buffer>): [ChangedFile, TextPair][] {
  const { formerId, content: after = '' } = file;
  if (formerId === undefined) return [[file, { before: '', after }]];
  const before = former.get(formerId)?.toString('utf8');
  return before === undefined ? [] : [[file, { before, after }]];
}

function toPreviewed({ filePath, change }: ChangedFile, counts: ChangeCounts | undefined): PreviewedFile {
  return {
    filePath,
    change,
    addedLines: counts?.added ?? null,
    removedLines: counts?.removed ?? null,
  };
}
