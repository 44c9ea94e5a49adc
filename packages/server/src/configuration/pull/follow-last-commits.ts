import { readLastCommitsPieces, type StoredCommit } from './stored-last-commits.ts';

/** Asked for the last commit of one file after the other, in the order of the manifest. */
export type NextLastCommit = (
  serviceId: string,
  filePath: string,
) => Pick<StoredCommit, 'commitSha' | 'lastModified'> | undefined;

/** Goes through them beside the manifest, so that neither is ever in memory as a whole. */
export function followLastCommits(stored: Buffer | null): NextLastCommit {
  const commits: Pick<StoredCommit, 'commitSha' | 'lastModified'>[] = [];
  const indexes = readIndexes(stored, commits);
  let next = indexes.next();
  return (serviceId, filePath) => {
    if (next.done || next.value.serviceId !== serviceId || next.value.filePath !== filePath) return undefined;
    const commit = commits[next.value.index];
    next = indexes.next();
    return commit;
  };
}

function* readIndexes(
  stored: Buffer | null,
  commits: Pick<StoredCommit, 'commitSha' | 'lastModified'>[],
): Generator<{ serviceId: string; filePath: string; index: number }> {
  for (const piece of readLastCommitsPieces(stored)) {
    for (const { commitSha, lastModified } of piece.commits) commits.push({ commitSha, lastModified });
    for (const [serviceId, files] of Object.entries(piece.files)) {
      for (const [filePath, index] of Object.entries(files)) yield { serviceId, filePath, index };
    }
  }
}
