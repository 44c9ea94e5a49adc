import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Path in the repository → content: `hyper-dispatch/functions/orders/create.js`. `null` removes a file. */
export type Files = Record<string, string | Uint8Array | null>;

/** A bare repository that a test fills commit by commit. */
export interface Repository {
  readonly name: string;
  readonly folder: string;
  /** Adds one commit on top of the branch (made from nothing when it is new) and answers its id. */
  commit(files: Files, options?: { branch?: string; message?: string; author?: string }): Promise<string>;
  /** Content of a file on a branch. */
  read(path: string, branch?: string): Promise<string>;
  git(...args: string[]): Promise<string>;
}

export async function makeRepository(root: string, name: string): Promise<Repository> {
  const folder = join(root, `${name}.git`);
  await mkdir(folder, { recursive: true });
  const git = (...args: string[]) => runGit(folder, args);
  await git('init', '--quiet', '--bare', '--initial-branch=main', '.');
  // Configured like the large hosts: partial fetches, single commits by id, and pushes.
  await git('config', 'uploadpack.allowFilter', 'true');
  await git('config', 'uploadpack.allowAnySHA1InWant', 'true');
  await git('config', 'http.receivepack', 'true');
  return {
    name,
    folder,
    git,
    async commit(files, { branch = 'main', message = 'Change configuration', author = 'Robin Doe' } = {}) {
      const parent = await git('rev-parse', '--quiet', '--verify', `refs/heads/${branch}`).catch(() => '');
      await runGit(
        folder,
        ['fast-import', '--quiet', '--force'],
        importStream(files, branch, message, author, parent.trim()),
      );
      return (await git('rev-parse', `refs/heads/${branch}`)).trim();
    },
    read: (path, branch = 'main') => git('show', `${branch}:${path}`),
  };
}

/** A commit in git's fast-import format: the quickest way to ten thousand files. */
function importStream(files: Files, branch: string, message: string, author: string, parent: string): Buffer {
  const parts: (string | Uint8Array)[] = [];
  const add = (...more: (string | Uint8Array)[]) => parts.push(...more);
  const block = (content: string | Uint8Array) => add(`data ${Buffer.byteLength(content)}\n`, content, '\n');
  const seconds = Math.floor(Date.now() / 1000);
  add(`commit refs/heads/${branch}\n`, `committer ${author} <robin@example.com> ${seconds} +0000\n`);
  block(message);
  if (parent !== '') add(`from ${parent}\n`);
  for (const [path, content] of Object.entries(files)) {
    if (content === null) add(`D ${path}\n`);
    else {
      add(`M 100644 inline ${path}\n`);
      block(content);
    }
  }
  add('\ndone\n');
  return Buffer.concat(parts.map((part) => Buffer.from(part as string)));
}

/** Runs git in a folder without the user's own settings. */
export async function runGit(folder: string, args: string[], input?: Buffer): Promise<string> {
  const child = spawn('git', args, {
    cwd: folder,
    env: {
      ...process.env,
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_TERMINAL_PROMPT: '0',
    },
  });
  const printed: Buffer[] = [];
  const complaints: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => printed.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => complaints.push(chunk));
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`git ${args.join(' ')}: ${Buffer.concat(complaints).toString()}`);
  return Buffer.concat(printed).toString();
}
