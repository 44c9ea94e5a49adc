import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GitFailure } from '@atrium/contract/configuration/git-failure';
import { findRemoteRef } from './branches.ts';
import { isInHistory } from './commit-id.ts';
import { refOf } from './fetch-ref.ts';
import { GitError, readGitError } from './git-errors.ts';
import { runLocalGit } from './local-git.ts';
import type { RepositoryContext, Work } from './repository-context.ts';

/** One commit to add to a branch. */
export interface PushRequest {
  /** Null makes the first commit of an empty repository. */
  parent: string | null;
  branch: string;
  /** The branch does not exist yet: the parent may be anywhere in the remote's history. */
  isNewBranch: boolean;
  author: { name: string; email: string };
  at: Date;
  message: string;
  /** Null removes the file. */
  changes: ReadonlyMap<string, PushedFile | null>;
}

export interface PushedFile {
  mode: '100644' | '100755';
  content: string;
}

/** Writes the commit without a work tree, and pushes it. Never forced: a branch that has changed refuses it. */
export async function pushCommit(
  context: RepositoryContext,
  request: PushRequest,
  work: Work,
): Promise<string> {
  const commitSha = await writeCommit(context, request, work.signal);
  try {
    await sendCommit(context, request, commitSha, work.signal);
  } catch (error) {
    if (error instanceof GitError && REFUSALS.has(error.failure)) throw error;
    await checkTaken(context, request, commitSha, error);
  }
  return commitSha;
}

async function sendCommit(
  { session, cached, limits }: RepositoryContext,
  { branch, isNewBranch }: PushRequest,
  commitSha: string,
  signal: AbortSignal,
): Promise<void> {
  const { code, stdout, stderr } = await session.remote({
    args: [
      // If no branch is at the parent, git requests it instead of sending everything in it.
      '-c',
      `push.negotiate=${isNewBranch}`,
      'push',
      '--porcelain',
      'origin',
      `${commitSha}:refs/heads/${branch}`,
    ],
    folder: cached.folder,
    limits,
    signal,
    // Exit code 1 with a status line is the remote's response for the ref; anything else is a failure.
    accept: (exit) => exit <= 1,
  });
  if (code !== 0) throw readRefusal(stdout.toString('utf8'), stderr);
}

/** After these, nothing was accepted for certain: the remote refused, or was never asked. */
const REFUSALS = new Set<GitFailure>([
  'REMOTE_MOVED',
  'PUSH_REFUSED',
  'CREDENTIALS_REFUSED',
  'ACCESS_DENIED',
  'TOO_MANY_REQUESTS',
  'NOT_FOUND',
  'CERTIFICATE',
  'ADDRESS_NOT_ALLOWED',
]);

const LOOK_TIMEOUT_MS = 10_000;

/** The answer of the remote was lost, or not waited for: looks whether it took the commit, and throws when it did not. */
async function checkTaken(
  context: RepositoryContext,
  { branch, parent, isNewBranch }: PushRequest,
  commitSha: string,
  error: unknown,
): Promise<void> {
  // Whoever canceled also learns the outcome of the push.
  const work = { signal: AbortSignal.timeout(LOOK_TIMEOUT_MS) };
  const { session, cached, limits } = context;
  let isTaken: boolean;
  let tip: string | undefined;
  try {
    const found = await findRemoteRef(session, { folder: cached.folder, limits, ...work }, branch);
    tip = found.branch;
    // Someone may have gone on from it already.
    isTaken = tip === commitSha || (tip !== undefined && (await isInHistory(context, commitSha, work)));
  } catch (cause) {
    throw new GitError('ANSWER_LOST', `${LOST} Look at the branch "${branch}" before you push again.`, cause);
  }
  if (isTaken) return;
  if (error instanceof GitError && (error.failure === 'CANCELED' || error.failure === 'TIMEOUT')) throw error;
  if (tip !== (isNewBranch ? undefined : (parent ?? undefined))) throw remoteMoved();
  throw new GitError(
    'ANSWER_LOST',
    `The connection broke before the git host took the push: the branch "${branch}" is as it was. Please push again.`,
    error,
  );
}

const LOST =
  'The connection broke before the git host said whether it took the push, and it cannot be asked now.';

const remoteMoved = () =>
  new GitError('REMOTE_MOVED', 'The branch changed in the meantime. Pull, merge and push again.');

/** Without changes the new branch is just another name for its parent. */
async function writeCommit(
  { cached }: RepositoryContext,
  request: PushRequest,
  signal: AbortSignal,
): Promise<string> {
  if (request.changes.size === 0 && request.parent !== null) return request.parent;
  const ref = refOf(`push ${request.branch}`);
  await runLocalGit({
    args: ['fast-import', '--quiet', '--force', '--done'],
    folder: cached.folder,
    input: importStream(request, ref),
    signal,
  });
  return (await readFile(join(cached.folder, ref), 'utf8')).trim();
}

/** `!\t<from>:<to>\t[rejected] (fetch first)`; without such a line, or with a `[remote failure]`, there was no answer. */
function readRefusal(status: string, words: string): GitError {
  const line = status.split('\n').find((text) => text.startsWith('!'));
  if (line === undefined || line.includes('[remote failure]')) return readGitError(words, []);
  if (/\((?:fetch first|non-fast-forward|stale info|cannot lock ref.*)\)|failed to update ref/.test(line)) {
    return remoteMoved();
  }
  const reason = /\(([^)]+)\)\s*$/.exec(line)?.[1];
  const told = /^remote: (?:error: )?(.*)$/m.exec(words)?.[1];
  const shown = [reason, told].filter(Boolean).join(': ').slice(0, 300);
  return new GitError('PUSH_REFUSED', `The git host refused the push: ${shown || 'no reason given'}.`);
}

function* importStream(request: PushRequest, ref: string): Generator<string | Buffer> {
  const { author, at, message, parent, changes } = request;
  const seconds = Math.floor(at.getTime() / 1000);
  const person = `${nameOf(author.name)} <${author.email.replace(/[<>\s]/g, '')}> ${seconds} +0000`;
  yield `feature done\ncommit ${ref}\nauthor ${person}\ncommitter ${person}\n`;
  yield data(message);
  if (parent !== null) yield `from ${parent}\n`;
  // Removals first: a folder may take the place of a file.
  for (const [path, file] of changes) if (file === null) yield `D ${quote(path)}\n`;
  for (const [path, file] of changes) {
    if (file === null) continue;
    yield `M ${file.mode} inline ${quote(path)}\n`;
    yield data(file.content);
  }
  yield 'done\n';
}

function data(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from(`data ${bytes.length}\n`), bytes, Buffer.from('\n')]);
}

function nameOf(name: string): string {
  return name.replace(/[<>\p{Cc}]/gu, ' ').trim() || 'Unknown';
}

function quote(path: string): string {
  return `"${path.replace(/[\\"]/g, '\\$&')}"`;
}
