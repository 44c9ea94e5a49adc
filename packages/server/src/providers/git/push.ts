import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { GitFailure } from '@atrium/contract/configuration/git-failure';
import { CanceledError } from '@atrium/host/errors';
import type { RepositoryContext, Work } from './cache/repository-context.ts';
import { refOf } from './fetch-ref.ts';
import { GitError, readGitError, statusText } from './git-errors.ts';
import { runLocalGit } from './local-git.ts';
import { findRemoteRef } from './reading/branches.ts';
import { isInHistory } from './reading/commit-id.ts';

/** A commit to add to a branch. */
export interface PushRequest {
  /** Null makes the first commit of an empty repository. */
  parent: string | null;
  branch: string;
  /** The branch does not exist yet: the parent may be anywhere in the remote's history. */
  isNewBranch: boolean;
  /** Head of the branch, if it is an earlier commit than the parent: the branch was merged. */
  mergedHead?: string | undefined;
  author: { name: string; email: string };
  /** Time of the author; the same as `at` if omitted. */
  authoredOn?: Date;
  at: Date;
  message: string;
  /** Null removes the file. */
  changes: ReadonlyMap<string, PushedFile | null>;
}

export interface PushedFile {
  mode: '100644' | '100755';
  content: string;
}

/** Writes the commit without a work tree, and pushes it. A branch that has changed refuses it. */
export async function pushCommit(
  context: RepositoryContext,
  request: PushRequest,
  work: Work,
): Promise<string> {
  const commitSha = await writeCommit(context, request, work.signal);
  try {
    await sendCommit(context, request, commitSha, work.signal);
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal !== undefined) throw refusal;
    await checkTaken(context, request, commitSha, error);
  }
  return commitSha;
}

async function sendCommit(
  context: RepositoryContext,
  request: PushRequest,
  commitSha: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    await send(context, request, commitSha, signal);
  } catch (error) {
    if (!(error instanceof GitError) || error.failure !== 'COMMIT_MISSING') throw error;
    // To send differences, git requests the content before, which the host does not serve. The reader requests nothing.
    const { folder, reader } = context.cached;
    await send(context, request, commitSha, signal, {
      GIT_DIR: reader,
      GIT_OBJECT_DIRECTORY: join(folder, 'objects'),
      GIT_SHALLOW_FILE: join(folder, 'shallow'),
    });
  }
}

async function send(
  { session, cached, limits }: RepositoryContext,
  { branch, isNewBranch, mergedHead }: PushRequest,
  commitSha: string,
  signal: AbortSignal,
  environment: Record<string, string> = {},
): Promise<void> {
  const { code, stdout, stderr } = await session.remote({
    args: [
      // If no branch is at the parent, git requests it instead of sending everything in it.
      '-c',
      `push.negotiate=${isNewBranch}`,
      'push',
      '--porcelain',
      // The history between both is not here, so that git cannot see that nothing is lost.
      ...(mergedHead === undefined ? [] : [`--force-with-lease=refs/heads/${branch}:${mergedHead}`]),
      'origin',
      `${commitSha}:refs/heads/${branch}`,
    ],
    folder: cached.folder,
    environment,
    limits,
    signal,
    // Exit code 1 with a status line is the remote's response for the ref; anything else is a failure.
    accept: (exit) => exit <= 1,
  });
  if (code !== 0) throw readRefusal(stdout.toString('utf8'), stderr, branch);
}

/** After these, nothing was accepted for certain: the remote refused, or was never asked. */
const REFUSALS = new Set<GitFailure>([
  'REMOTE_MOVED',
  'PUSH_REFUSED',
  'CREDENTIALS_REFUSED',
  'ACCESS_DENIED',
  'TOO_MANY_REQUESTS',
  'NOT_FOUND',
  'NOT_SUPPORTED',
  'CERTIFICATE',
  'ADDRESS_NOT_ALLOWED',
]);

const PAYLOAD_TOO_LARGE = 413;

/** Undefined if the remote may have accepted the push all the same: a proxy can answer 5xx while the host goes on. */
function refusalOf(error: unknown): GitError | undefined {
  if (!(error instanceof GitError)) return undefined;
  const { failure, hostStatus: status } = error;
  // The branches were read before.
  if (failure === 'NOT_FOUND') return new GitError(failure, NOT_FOR_PUSHES, error, status);
  if (REFUSALS.has(failure)) return error;
  if (status === undefined || status >= 500) return undefined;
  const reason =
    status === PAYLOAD_TOO_LARGE
      ? 'it is too large for the host or a proxy before it (413). Sending it again does not help: push fewer services at once, or have the limit raised.'
      : `the host or a proxy before it responded with ${statusText(status)}.`;
  return new GitError('PUSH_REFUSED', `The git host refused the push: ${reason}`, error, status);
}

export const NOT_FOR_PUSHES =
  'The git host accepts no push at this address (404), although the repository can be read there. Check that the user may push to it.';

const CHECK_TIMEOUT_MS = 10_000;

/** Ends of a push that were decided here. */
const ENDED: ReadonlySet<GitFailure> = new Set(['CANCELED', 'TIMEOUT']);

/** The answer of the remote was lost, or not waited for: looks whether it took the commit, and throws when it did not. */
async function checkTaken(
  context: RepositoryContext,
  { branch, parent, isNewBranch, mergedHead }: PushRequest,
  commitSha: string,
  error: unknown,
): Promise<void> {
  // Even after a cancellation the caller learns the outcome of the push.
  const work = { signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) };
  const { session, cached, limits } = context;
  let isTaken: boolean;
  let tip: string | undefined;
  try {
    const found = await findRemoteRef(session, { folder: cached.folder, limits, ...work }, branch);
    tip = found.branch;
    // Someone may have gone on from it already.
    isTaken = tip === commitSha || (tip !== undefined && (await isInHistory(context, commitSha, work)));
  } catch (cause) {
    const lost = `${whatBroke(error)} before it was clear whether the git host took the push, and it cannot be asked now.`;
    throw new GitError('ANSWER_LOST', `${lost} Look at the branch "${branch}" before you push again.`, cause);
  }
  if (isTaken) return;
  const isCanceled = error instanceof CanceledError;
  if (isCanceled || (error instanceof GitError && ENDED.has(error.failure))) throw error;
  if (tip !== (isNewBranch ? undefined : (mergedHead ?? parent ?? undefined))) throw remoteMoved();
  throw new GitError(
    'ANSWER_LOST',
    `${whatBroke(error)} before the git host took the push: the branch "${branch}" is as it was. Please push again.`,
    error,
  );
}

const remoteMoved = () =>
  new GitError('REMOTE_MOVED', 'The branch changed in the meantime. Pull, merge and push again.');

/** A proxy before the host can time out, too. */
function whatBroke(error: unknown): string {
  const status = error instanceof GitError ? error.hostStatus : undefined;
  return status === undefined ? 'The connection broke' : `The connection broke with ${statusText(status)}`;
}

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
export function readRefusal(status: string, words: string, branch: string): GitError {
  const line = status.split('\n').find((text) => text.startsWith('!'));
  if (line === undefined || line.includes('[remote failure]')) return readGitError(words, []);
  const reason = /\((.+)\)\s*$/.exec(line)?.[1];
  const hostMessage = readHostWords(words);
  const shown = [reason, hostMessage].filter(Boolean).join(': ');
  if (CHANGED.test(shown)) return remoteMoved();
  const other = /'refs\/heads\/([^']+)' exists; cannot create/.exec(shown)?.[1];
  if (other !== undefined) return new GitError('PUSH_REFUSED', branchInTheWay(branch, other));
  const text = (shown || 'no reason given').slice(0, MAX_SHOWN);
  return new GitError(
    'PUSH_REFUSED',
    `The git host refused the push: ${text}${/[.!?]$/.test(text) ? '' : '.'}`,
  );
}

/** Someone else was faster. A ref can be locked, or not be written, for other reasons as well. */
const CHANGED =
  /^(?:fetch first|non-fast-forward|stale info|incorrect old value provided|reference (?:already exists|does not exist))\b|cannot lock ref '[^']*': (?:is at \w+ but expected|reference already exists|unable to resolve reference)/;

const MAX_SHOWN = 1000;

export const branchInTheWay = (branch: string, other: string) =>
  `The repository has a branch "${other}", so that none can be named "${branch}". Choose another name.`;

/** The text that the host has for people, without frames, colors and progress. */
function readHostWords(words: string): string {
  return [...stripVTControlCharacters(words).matchAll(/^remote: (.*)$/gm)]
    .map(([, text = '']) => text.replace(/\p{Cc}/gu, ' ').trim())
    .filter((text) => /[\p{L}\p{N}]/u.test(text) && !/\d+% \(\d+\/\d+\)/.test(text))
    .map((text) => text.replace(/^error: /i, ''))
    .join(' ');
}

function* importStream(request: PushRequest, ref: string): Generator<string | Buffer> {
  const { author, at, authoredOn = at, message, parent, changes } = request;
  const person = `${nameOf(author.name)} <${author.email.replace(/[<>\s]/g, '')}>`;
  yield `feature done\ncommit ${ref}\nauthor ${person} ${toGitTime(authoredOn)}\ncommitter ${person} ${toGitTime(at)}\n`;
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

const toGitTime = (time: Date) => `${Math.floor(time.getTime() / 1000)} +0000`;

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
