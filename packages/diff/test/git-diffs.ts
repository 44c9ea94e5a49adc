import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Contents by path. */
export type Tree = ReadonlyMap<string, string>;

export interface Change {
  readonly before: Tree;
  readonly after: Tree;
}

/** Output of the real `git log` for each change with these options, such as `--numstat`. */
export function gitDiffs(changes: readonly Change[], options: readonly string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-git-'));
  try {
    runGit(folder, ['init', '--quiet', '--bare', '.']);
    const commits = changes.flatMap(({ before, after }) => [
      commitOf('before', before),
      commitOf('after', after),
    ]);
    runGit(folder, ['fast-import', '--quiet'], commits.join(''));
    const log = runGit(folder, ['log', '--reverse', '--format=%x00%s', ...options, 'main']);
    return log.split('\0').flatMap((entry) => (entry.startsWith('after') ? [entry] : []));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A commit with exactly these files, for `git fast-import`. */
function commitOf(subject: string, tree: Tree): string {
  const block = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`;
  const files = [...tree].map(([path, content]) => `M 100644 inline ${path}\n${block(content)}`);
  const head = `commit refs/heads/main\ncommitter Robin <robin@example.com> 1760000000 +0000\n`;
  return `${head}${block(subject)}deleteall\n${files.join('')}\n`;
}

function runGit(folder: string, args: readonly string[], input = ''): string {
  const ended = spawnSync('git', args, {
    cwd: folder,
    input,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
    env: { ...process.env, GIT_CONFIG_GLOBAL: devNull, GIT_CONFIG_NOSYSTEM: '1' },
  });
  if (ended.error || ended.status !== 0) throw ended.error ?? new Error(ended.stderr);
  return ended.stdout;
}
