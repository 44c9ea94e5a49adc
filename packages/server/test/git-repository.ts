import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const environment = {
  PATH: process.env['PATH'],
  HOME: '/nonexistent',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'Grace Hopper',
  GIT_AUTHOR_EMAIL: 'grace@example.com',
  GIT_COMMITTER_NAME: 'Grace Hopper',
  GIT_COMMITTER_EMAIL: 'grace@example.com',
};

/** Runs git as a person would, and returns what it prints. */
export async function execGit(folder: string, ...args: string[]): Promise<string> {
  const { stdout } = await run('git', args, { cwd: folder, env: environment, maxBuffer: 64 * 1024 * 1024 });
  return stdout;
}

export interface CommitOptions {
  branch?: string;
  message?: string;
  author?: string;
  /** Seconds since 1970. */
  at?: number;
  /** Paths to remove. */
  remove?: string[];
  /** Entries that are not regular files, such as symbolic links (`120000`). */
  modes?: Record<string, string>;
}

/** Commits files straight into a bare repository, on top of the branch, and returns the commit's id. */
export async function commitFiles(
  folder: string,
  files: Record<string, string | Buffer>,
  {
    branch = 'main',
    message = 'Change',
    at = 1_760_000_000,
    remove = [],
    modes = {},
    author,
  }: CommitOptions = {},
): Promise<string> {
  const parts: (string | Buffer)[] = [];
  const person = author ?? 'Grace Hopper <grace@example.com>';
  parts.push(`commit refs/heads/${branch}\nauthor ${person} ${at} +0000\ncommitter ${person} ${at} +0000\n`);
  parts.push(`data ${Buffer.byteLength(message)}\n${message}\n`);
  const tip = await tipOf(folder, branch);
  if (tip !== '') parts.push(`from ${tip}\n`);
  for (const path of remove) parts.push(`D ${quote(path)}\n`);
  for (const [path, content] of Object.entries(files)) {
    parts.push(`M ${modes[path] ?? '100644'} inline ${quote(path)}\ndata ${Buffer.byteLength(content)}\n`);
    parts.push(content, '\n');
  }
  const input = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
  const child = run('git', ['fast-import', '--quiet'], { cwd: folder, env: environment });
  child.child.stdin?.end(input);
  await child;
  return tipOf(folder, branch);
}

/** The id of a branch's last commit, empty for no branch; git itself is asked only where it has packed its references. */
async function tipOf(folder: string, branch: string): Promise<string> {
  const reference = `refs/heads/${branch}`;
  const loose = await readFile(join(folder, reference), 'utf8').catch(() => undefined);
  return (loose ?? (await execGit(folder, 'for-each-ref', '--format=%(objectname)', reference))).trim();
}

function quote(path: string): string {
  return `"${path.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')}"`;
}
