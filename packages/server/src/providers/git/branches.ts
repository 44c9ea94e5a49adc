import { GitError } from './git-errors.ts';
import type { RemoteSession } from './remote-session.ts';
import type { GitProviderLimits } from './repository-context.ts';

export interface RemoteBranches {
  branches: string[];
  /** What HEAD names; null for an empty repository. */
  defaultBranch: string | null;
}

interface ListCall {
  folder: string;
  limits: GitProviderLimits;
  signal: AbortSignal;
}

const HEADS = 'refs/heads/';
const MAX_LIST_BYTES = 8 * 1024 * 1024;

/** Asks for the names only; also the check of address and credentials. */
export async function listRemoteBranches(session: RemoteSession, call: ListCall): Promise<RemoteBranches> {
  const { stdout } = await session.remote({
    ...call,
    args: ['ls-remote', '--symref', 'origin', 'HEAD', `${HEADS}*`],
    maxOutputBytes: MAX_LIST_BYTES,
  });
  const branches: string[] = [];
  let defaultBranch: string | null = null;
  for (const line of stdout.toString('utf8').split('\n')) {
    const [left = '', name = ''] = line.split('\t');
    if (name === 'HEAD' && left.startsWith(`ref: ${HEADS}`)) defaultBranch = left.slice(5 + HEADS.length);
    else if (name.startsWith(HEADS)) branches.push(name.slice(HEADS.length));
  }
  if (branches.length > call.limits.maxBranches) {
    throw new GitError('TOO_LARGE', `The repository has more than ${call.limits.maxBranches} branches.`);
  }
  // HEAD of an empty repository names a branch that is not there yet.
  if (defaultBranch !== null && !branches.includes(defaultBranch)) defaultBranch = null;
  return { branches, defaultBranch };
}
