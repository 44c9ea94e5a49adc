import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface GitMerge {
  readonly text: string;
  readonly isClean: boolean;
}

/** Runs the real `git merge-file -p` in a folder of its own; call `close` when done. */
export function openGitMergeFile(): {
  /** With `--diff3`: conflicts are between markers. */
  merge(base: string, local: string, remote: string): GitMerge;
  /** With `--ours` or `--theirs`: conflicts take one side. */
  mergeFavouring(favoured: 'local' | 'remote', base: string, local: string, remote: string): string;
  close(): void;
} {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-diff-'));
  const labels = ['-L', 'local', '-L', 'base', '-L', 'remote'];

  function run(options: readonly string[], sides: Record<'base' | 'local' | 'remote', string>): GitMerge {
    for (const [name, text] of Object.entries(sides)) writeFileSync(join(folder, name), text);
    const args = ['merge-file', '-p', ...options, ...labels, 'local', 'base', 'remote'];
    const ended = spawnSync('git', args, { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
    if (ended.error || ended.status === null || ended.status > 127) {
      throw ended.error ?? new Error(ended.stderr);
    }
    return { text: ended.stdout, isClean: ended.status === 0 };
  }

  return {
    merge: (base, local, remote) => run(['--diff3'], { base, local, remote }),
    mergeFavouring(favoured, base, local, remote) {
      return run([favoured === 'local' ? '--ours' : '--theirs'], { base, local, remote }).text;
    },
    close() {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
