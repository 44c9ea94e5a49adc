import { readCommits, readIndexes, type StoredCommit } from './stored-last-commits.ts';

/** Called for one file after the other, in the order of the manifest. */
type Next<Found> = () => Found | undefined;

/** Goes through the indexes of commits beside the manifest, so that neither is ever in memory as a whole. */
export function followIndexes(stored: Buffer | null): Next<number> {
  const indexes = readIndexes(stored);
  return () => indexes.next().value ?? undefined;
}

/** Last commit of each file, with its time. */
export function followLastCommits(
  stored: Buffer | null,
): Next<Pick<StoredCommit, 'commitSha' | 'lastModified'>> {
  const commits: Pick<StoredCommit, 'commitSha' | 'lastModified'>[] = [];
  for (const slice of readCommits(stored)) {
    for (const { commitSha, lastModified } of slice) commits.push({ commitSha, lastModified });
  }
  const nextIndex = followIndexes(stored);
  return () => {
    const index = nextIndex();
    return index === undefined ? undefined : commits[index];
  };
}
