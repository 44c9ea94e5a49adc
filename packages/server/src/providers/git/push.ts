import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { refOf } from './fetch-ref.ts';
import { GitError } from './git-errors.ts';
import { runLocalGit } from './remote-session.ts';
import type { RepositoryContext, Work } from './repository-context.ts';

/** One commit to add to a branch. */
export interface PushRequest {
  /** Null makes the first commit of an empty repository. */
  parent: string | null;
  branch: string;
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

/** Writes the commit without a work tree, and pushes it. Never forced: a branch that moved refuses it. */
export async function pushCommit(
  context: RepositoryContext,
  request: PushRequest,
  work: Work,
): Promise<string> {
  const { session, cached, limits } = context;
  const { signal } = work;
  const commitSha = await writeCommit(context, request, signal);
  const { code, stdout, stderr } = await session.remote({
    args: ['push', '--porcelain', 'origin', `${commitSha}:refs/heads/${request.branch}`],
    folder: cached.folder,
    limits,
    signal,
    // Exit code 1 with a status line is the remote's answer to the ref; anything else is a failure.
    accept: (exit) => exit <= 1,
  });
  if (code !== 0) throw readRefusal(stdout.toString('utf8'), stderr);
  return commitSha;
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

/** `!\t<from>:<to>\t[rejected] (fetch first)` */
function readRefusal(status: string, words: string): GitError {
  const line = status.split('\n').find((text) => text.startsWith('!')) ?? '';
  if (/\((?:fetch first|non-fast-forward|stale info|cannot lock ref.*)\)|failed to update ref/.test(line)) {
    return new GitError('REMOTE_MOVED', 'The branch moved in the meantime. Pull it, merge, and push again.');
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
