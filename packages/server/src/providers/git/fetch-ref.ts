import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { REFS } from './cache/remote-cache.ts';
import type { OnProgress, RepositoryContext, Work } from './cache/repository-context.ts';
import { GitError } from './git-errors.ts';

/** True while only tips are here, not their history. */
export function isShallow(context: RepositoryContext): boolean {
  return existsSync(shallowFileOf(context));
}

/** File in which git lists commits without local parents. */
export function shallowFileOf({ cached }: RepositoryContext): string {
  return join(cached.folder, 'shallow');
}

/** True before anything was fetched. */
export function isFresh({ cached }: RepositoryContext): boolean {
  return !existsSync(join(cached.folder, REFS));
}

/** Flat names: a branch `a` and a later branch `a/b` must not be in each other's way. */
export function refOf(name: string): string {
  return `${REFS}/${createHash('sha256').update(name).digest('hex').slice(0, 40)}`;
}

export interface FetchOptions {
  filter: string;
  /** `--depth=1`, `--unshallow`, `--refetch`, or nothing where all history is here already. */
  depth: string[];
  /** Does not tell the remote where the history ends here. */
  ignoresShallow?: boolean;
  timeoutMs?: number;
}

/** Fetches a ref or a commit and returns its commit id; without contents and history by default. */
export async function fetchRef(
  context: RepositoryContext,
  source: string,
  target: string,
  work: Work,
  options?: FetchOptions,
): Promise<string> {
  if (options !== undefined) return fetch(context, source, target, work, options);
  const isTipOnly = isFresh(context) || isShallow(context);
  try {
    const depth = isTipOnly ? ['--depth=1'] : [];
    return await fetch(context, source, target, work, { filter: 'blob:none', depth });
  } catch (error) {
    // Some hosts cannot leave the history out.
    if (!isTipOnly || !(error instanceof GitError) || error.failure !== 'NOT_SUPPORTED') throw error;
    return fetch(context, source, target, work, { filter: 'blob:none', depth: [] });
  }
}

async function fetch(
  { session, cached, limits }: RepositoryContext,
  source: string,
  target: string,
  { signal, onProgress }: Work,
  { filter, depth, ignoresShallow, timeoutMs }: FetchOptions,
): Promise<string> {
  onProgress?.('CONNECT', 0, null);
  await session.remote({
    args: [
      'fetch',
      '--progress',
      '--force',
      '--no-tags',
      '--no-write-fetch-head',
      '--no-auto-maintenance',
      `--filter=${filter}`,
      ...depth,
      'origin',
      `+${source}:${target}`,
    ],
    folder: cached.folder,
    limits: { ...limits, timeoutMs: timeoutMs ?? limits.timeoutMs },
    ...(ignoresShallow === true && { environment: { GIT_SHALLOW_FILE: '' } }),
    signal,
    onProgressText: (text) => reportProgress(text, onProgress),
  });
  return (await readFile(join(cached.folder, target), 'utf8')).trim();
}

/** `Receiving objects:  45% (123/456)` */
export function reportProgress(text: string, onProgress: OnProgress | undefined): void {
  const found = [...text.matchAll(/(?:Receiving objects|Resolving deltas):\s+\d+% \((\d+)\/(\d+)\)/g)].at(-1);
  if (found !== undefined) onProgress?.('FETCH', Number(found[1]), Number(found[2]));
}
