import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GitError } from './git-errors.ts';
import { runLocalGit } from './local-git.ts';
import { NOT_FOR_PUSHES, readRefusal } from './push.ts';
import { type ListCall, listRemoteBranches, type RemoteBranches } from './reading/branches.ts';
import type { RemoteSession } from './remote-session.ts';
import { type HostKey, HostKeyError } from './ssh/host-key.ts';

interface Access {
  isAllowed: boolean;
  /** Null where it is allowed. */
  reason: string | null;
}

/** Uses that credentials permit. */
export interface AccessTest {
  read: Access;
  write: Access;
  branches: string[];
  defaultBranch: string | null;
  /** Set if the key of the host has to be confirmed first. */
  hostKey: { offered: HostKey; confirmed: HostKey | undefined } | undefined;
}

const ALLOWED: Access = { isAllowed: true, reason: null };

const NOT_READ: RemoteBranches = { branches: [], defaultBranch: null, tags: [] };

/** Lists the branches, and prepares a push up to where the host would get it. */
export async function testAccess(session: RemoteSession, call: ListCall): Promise<AccessTest> {
  let found = NOT_READ;
  let hostKey: AccessTest['hostKey'];
  const read = await attempt(async () => {
    try {
      found = await listRemoteBranches(session, call);
    } catch (error) {
      if (error instanceof HostKeyError) hostKey = { offered: error.offered, confirmed: error.confirmed };
      throw error;
    }
  });
  const write = read.isAllowed
    ? await attempt(() => rehearsePush(session, call))
    : { isAllowed: false, reason: 'Not tried, because the repository cannot be read.' };
  return { read, write, branches: found.branches, defaultBranch: found.defaultBranch, hostKey };
}

async function attempt(work: () => Promise<void>): Promise<Access> {
  try {
    await work();
    return ALLOWED;
  } catch (error) {
    // A canceled test has no result.
    if (!(error instanceof GitError) || error.failure === 'CANCELED') throw error;
    return { isAllowed: false, reason: error.message };
  }
}

const REF = 'refs/atrium/access-test';

/** The host says before a transfer whether it accepts one; git then sends nothing. */
async function rehearsePush(session: RemoteSession, call: ListCall): Promise<void> {
  const { folder, limits, signal } = call;
  const person = 'Atrium <atrium@localhost> 0 +0000';
  await runLocalGit({
    args: ['fast-import', '--quiet', '--force', '--done'],
    folder,
    input: `feature done\ncommit ${REF}\nauthor ${person}\ncommitter ${person}\ndata 4\nTest\ndone\n`,
    signal,
  });
  const commitSha = (await readFile(join(folder, REF), 'utf8')).trim();
  const branch = `atrium-access-test-${randomBytes(8).toString('hex')}`;
  const push = session.remote({
    args: ['push', '--dry-run', '--porcelain', 'origin', `${commitSha}:refs/heads/${branch}`],
    folder,
    limits,
    signal,
    accept: (exit) => exit <= 1,
  });
  const { code, stdout, stderr } = await push.catch((error: unknown) => {
    const isMissing = error instanceof GitError && error.failure === 'NOT_FOUND';
    throw isMissing ? new GitError('NOT_FOUND', NOT_FOR_PUSHES, error) : error;
  });
  if (code !== 0) throw readRefusal(stdout.toString('utf8'), stderr, branch);
}
