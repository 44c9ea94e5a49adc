import type { ReadTree } from '../src/providers/git/cache/arrangement.ts';
import type { RemoteCommit, Work } from '../src/providers/git/cache/repository-context.ts';
import type { LastCommits } from '../src/providers/git/reading/history.ts';
import type { RemoteRepository } from '../src/providers/git/remote-repository.ts';

/* Arranges nothing: a tree and its last commits come over as they were read. */

export const AS_READ = { module: import.meta.url, input: undefined };

export function arrangeTree({ entries, outside }: ReadTree): ReadTree {
  // The process lets its entries go before it sends the result.
  return { entries: [...entries], outside };
}

export function arrangeLastCommits(last: LastCommits): LastCommits {
  return last;
}

export async function findLastCommits(
  remote: RemoteRepository,
  commit: RemoteCommit,
  work: Work,
): Promise<LastCommits> {
  const arrangement = { module: AS_READ.module, arrangedTree: undefined };
  return (await remote.arrangeLastCommits(commit, arrangement, work)) as LastCommits;
}
