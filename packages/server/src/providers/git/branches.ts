import { GitError, notARepository } from './git-errors.ts';
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
  if (branches.length === 0) await refuseNoRepository(session, call);
  // HEAD of an empty repository names a branch that is not there yet.
  if (defaultBranch !== null && !branches.includes(defaultBranch)) defaultBranch = null;
  return { branches, defaultBranch };
}

/**
 * Git takes any short answer for the list of an old, plain file server, so that a web page of one line looks like
 * a repository without branches. Asked again, it tells whether packets arrived, as from every git host.
 */
async function refuseNoRepository(session: RemoteSession, call: ListCall): Promise<void> {
  const { stderr } = await session.remote({
    ...call,
    args: ['ls-remote', 'origin', 'HEAD'],
    maxOutputBytes: MAX_LIST_BYTES,
    environment: { GIT_TRACE_PACKET: '1' },
  });
  if (!/\bpacket: /.test(stderr)) throw notARepository();
}
