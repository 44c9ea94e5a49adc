import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface GitMerge {
  readonly text: string;
  readonly isClean: boolean;
}

/** Runs the real `git merge-file -p --diff3` in a folder of its own; call `close` when done. */
export function openGitMergeFile(): {
  merge(base: string, local: string, remote: string): GitMerge;
  close(): void;
} {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-diff-'));
  const labels = ['-L', 'local', '-L', 'base', '-L', 'remote'];
  return {
    merge(base, local, remote) {
      writeFileSync(join(folder, 'base'), base);
      writeFileSync(join(folder, 'local'), local);
      writeFileSync(join(folder, 'remote'), remote);
      const args = ['merge-file', '-p', '--diff3', ...labels, 'local', 'base', 'remote'];
      const run = spawnSync('git', args, { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
      if (run.error || run.status === null || run.status > 127) throw run.error ?? new Error(run.stderr);
      return { text: run.stdout, isClean: run.status === 0 };
    },
    close() {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
