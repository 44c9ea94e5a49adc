import { isUtf8 } from 'node:buffer';
import type { IgnoredReason } from '@atrium/contract/configuration/ignored-reason';
import { GitError } from '../../providers/git/git-errors.ts';
import type { RemoteRepository } from '../../providers/git/remote-repository.ts';
import type { RemoteTree } from '../../providers/git/repository-context.ts';
import type { OperationHandle } from '../operations.service.ts';
import { findUnreadable } from '../pull/manifest.ts';

/** More than these are hardly all that cannot be read; a pull takes the others first. */
const MAX_LOOKED_AT = 200;

/** Which of the remote's files no pull can take, and why, by filePath. */
export async function findUnreadableFiles(
  remote: RemoteRepository,
  tree: RemoteTree,
  blobIds: ReadonlyMap<string, string | undefined>,
  work: OperationHandle,
): Promise<Map<string, IgnoredReason>> {
  const reasons = new Map<string, IgnoredReason>();
  const ids = new Set([...blobIds.values()].filter((id) => id !== undefined));
  if (ids.size === 0 || blobIds.size > MAX_LOOKED_AT) return new Map();
  try {
    for await (const slice of remote.readContents(tree, [[...ids]], work)) {
      for (const [id, content] of slice) {
        const reason = content === 'TOO_LARGE' ? content : findUnreadable(content, isUtf8);
        if (reason !== undefined) reasons.set(id, reason);
      }
    }
  } catch (error) {
    if (!(error instanceof GitError) || error.failure !== 'TOO_LARGE') throw error;
  }
  return new Map(
    [...blobIds].flatMap(([path, id]) => {
      const reason = id === undefined ? undefined : reasons.get(id);
      return reason === undefined ? [] : [[path, reason]];
    }),
  );
}
