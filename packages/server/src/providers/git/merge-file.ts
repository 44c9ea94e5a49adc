import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gitEnvironment } from './git-environment.ts';
import { runGit } from './git-process.ts';

export interface MergeRequest {
  /** Null merges two-way: every difference is decided by `favour`. */
  base: string | null;
  local: string;
  remote: string;
  /** Whose side a conflict takes. */
  favour: 'local' | 'remote';
}

export interface MergeResult {
  content: string;
}

const MERGE_TIMEOUT_MS = 20_000;

/** `git merge-file` on each request, in a folder that is gone afterwards. */
export async function mergeFiles(
  requests: readonly MergeRequest[],
  signal: AbortSignal,
): Promise<MergeResult[]> {
  if (requests.length === 0) return [];
  const folder = await mkdtemp(join(tmpdir(), 'merge-'));
  try {
    const results: MergeResult[] = [];
    for (const request of requests) results.push(await mergeOne(folder, request, signal));
    return results;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function mergeOne(folder: string, request: MergeRequest, signal: AbortSignal): Promise<MergeResult> {
  const { base, local, remote, favour } = request;
  await Promise.all([
    writeFile(join(folder, 'local'), local),
    writeFile(join(folder, 'base'), base ?? ''),
    writeFile(join(folder, 'remote'), remote),
  ]);
  const { stdout } = await runGit({
    args: ['merge-file', '-p', '-q', favour === 'local' ? '--ours' : '--theirs', 'local', 'base', 'remote'],
    folder,
    // There is no repository here, and none further up must be taken for one.
    environment: { ...gitEnvironment(folder), GIT_CEILING_DIRECTORIES: folder },
    signal,
    timeoutMs: MERGE_TIMEOUT_MS,
    maxOutputBytes: 16 * 1024 * 1024,
  });
  return { content: stdout.toString('utf8') };
}
