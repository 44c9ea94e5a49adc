import type { RepositoryContext, Work } from '../cache/repository-context.ts';
import { type ReadCommits, withCommits } from './commit-search.ts';
import { type FileCommit, readTime } from './history.ts';

/** Commits of a branch since an earlier one of it. */
export interface CommitsSince {
  /** Newest first; the first ones of many. */
  commits: FileCommit[];
  count: number;
}

/** A branch at a commit, and an earlier commit of it. */
export interface BranchRange {
  branch: string;
  from: string;
  to: string;
}

const MAX_TEXT_LENGTH = 200;
const FORMAT = '--format=tformat:%H%x00%ct%x00%an%x00%s';
const FIELDS = 4;

/** Undefined if the history of the branch no longer contains the earlier commit. */
export function listCommitsSince(
  context: RepositoryContext,
  { branch, from, to }: BranchRange,
  limit: number,
  work: Work,
): Promise<CommitsSince | undefined> {
  return withCommits(context, branch, work, async (read) => {
    const { code } = await read(['merge-base', '--is-ancestor', from, to]);
    if (code !== 0) return undefined;
    const range = `${from}..${to}`;
    const [count, log] = await Promise.all([
      read(['rev-list', '--count', range]),
      read(['log', '-z', `--max-count=${limit}`, FORMAT, range]),
    ]);
    return { count: Number(count.stdout.toString('latin1').trim()), commits: readLog(log) };
  });
}

function readLog({ stdout }: Awaited<ReturnType<ReadCommits>>): FileCommit[] {
  const records = stdout.toString('utf8').split('\0');
  const commits: FileCommit[] = [];
  for (let start = 0; start + FIELDS <= records.length; start += FIELDS) {
    const [sha = '', seconds, author = '', message = ''] = records.slice(start, start + FIELDS);
    commits.push({
      commitSha: sha.trim(),
      committedOn: readTime(Number(seconds) * 1000),
      author: author.slice(0, MAX_TEXT_LENGTH),
      message: message.slice(0, MAX_TEXT_LENGTH),
    });
  }
  return commits;
}
