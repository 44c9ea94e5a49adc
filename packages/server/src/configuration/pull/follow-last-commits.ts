import { readCommits, readIndexes, type StoredCommit } from './stored-last-commits.ts';

/** Asked for the last commit of one file after the other, in the order of the manifest. */
type Next<Found> = (serviceId: string, filePath: string) => Found | undefined;

/** Goes through the indexes of commits beside the manifest, so that neither is ever in memory as a whole. */
export function followIndexes(stored: Buffer | null): Next<number> {
  const indexes = readIndexes(stored);
  let next = indexes.next();
  return (serviceId, filePath) => {
    if (next.done) return undefined;
    const { file, index } = next.value;
    if (file !== undefined && (file.serviceId !== serviceId || file.filePath !== filePath)) return undefined;
    next = indexes.next();
    return index ?? undefined;
  };
}

/** The same with what is told of the commits beside a file. */
export function followLastCommits(
  stored: Buffer | null,
): Next<Pick<StoredCommit, 'commitSha' | 'lastModified'>> {
  const commits: Pick<StoredCommit, 'commitSha' | 'lastModified'>[] = [];
  for (const slice of readCommits(stored)) {
    for (const { commitSha, lastModified } of slice) commits.push({ commitSha, lastModified });
  }
  const indexOf = followIndexes(stored);
  return (serviceId, filePath) => {
    const index = indexOf(serviceId, filePath);
    return index === undefined ? undefined : commits[index];
  };
}
