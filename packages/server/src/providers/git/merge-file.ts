import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
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

/** A process for each merge: more at once than there are processors gain nothing. */
const WORKERS = 4;

/** `git merge-file` on each request, in folders that are gone afterwards. */
export async function mergeFiles(
  requests: readonly MergeRequest[],
  signal: AbortSignal,
): Promise<MergeResult[]> {
  const results = requests.map(mergeTrivially);
  const open = [...results.keys()].filter((index) => results[index] === undefined);
  if (open.length > 0) {
    const folder = await mkdtemp(join(tmpdir(), 'merge-'));
    try {
      await Promise.all(
        Array.from({ length: Math.min(WORKERS, open.length) }, async (_, worker) => {
          const own = join(folder, String(worker));
          await mkdir(own);
          for (let index = open.shift(); index !== undefined; index = open.shift()) {
            const request = requests[index];
            if (request !== undefined) results[index] = await mergeOne(own, request, signal);
          }
        }),
      );
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  return results.filter((result) => result !== undefined);
}

/** Where only one side changed, or both did the same, there is nothing to weigh. */
function mergeTrivially({ base, local, remote }: MergeRequest): MergeResult | undefined {
  if (local === remote || base === remote) return { content: local };
  return base === local ? { content: remote } : undefined;
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
