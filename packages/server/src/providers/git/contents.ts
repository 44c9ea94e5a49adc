import { join } from 'node:path';
import { fetchRef, refOf, reportProgress } from './fetch-ref.ts';
import { GitError } from './git-errors.ts';
import { runLocalGit } from './local-git.ts';
import type { RemoteCommit, RepositoryContext, Work } from './repository-context.ts';

/** A content that was read, or that it is too large for a file of a configuration. */
export type ReadContent = Buffer | 'TOO_LARGE';

const NEWLINE = 10;
const SLICE_BYTES = 8 * 1024 * 1024;
const SLICE_FILES = 2000;

/** Fetches in one go what is missing, and reads what is of bearable size, a slice at a time. */
export async function* readContents(
  context: RepositoryContext,
  commit: RemoteCommit,
  blobIds: readonly string[],
  work: Work,
): AsyncGenerator<Map<string, ReadContent>> {
  const wanted = [...new Set(blobIds)];
  if (wanted.length === 0) return;
  const sizes = await context.cached.exclusively(work.signal, () =>
    fetchMissing(context, commit, wanted, work),
  );
  const { maxFileBytes, maxContentBytes } = context.limits;
  const isReadable = (id: string) => (sizes.get(id) ?? Infinity) <= maxFileBytes;
  const tooLarge = wanted.filter((id) => !isReadable(id));
  if (tooLarge.length > 0) yield new Map(tooLarge.map((id) => [id, 'TOO_LARGE']));
  const readable = wanted.filter(isReadable);
  const total = readable.reduce((sum, id) => sum + (sizes.get(id) ?? 0), 0);
  if (total > maxContentBytes) {
    const megabytes = Math.round(maxContentBytes / 1024 / 1024);
    throw new GitError('TOO_LARGE', `The files that differ hold more than ${megabytes} MB.`);
  }
  let done = 0;
  for (const slice of slices(readable, sizes)) {
    yield await catFiles(context, slice, work);
    done += slice.length;
    work.onProgress?.('READ', done, readable.length);
  }
}

/** Sizes of the contents, once those have been fetched that were not here. */
async function fetchMissing(
  context: RepositoryContext,
  commit: RemoteCommit,
  wanted: readonly string[],
  work: Work,
): Promise<Map<string, number>> {
  const sizes = await findSizes(context, wanted, work);
  const missing = wanted.filter((id) => !sizes.has(id));
  if (missing.length === 0) return sizes;
  await fetchBlobs(context, commit, missing, work);
  return findSizes(context, wanted, work);
}

/** Sizes of the objects that are here. The reader never asks the remote for the others. */
async function findSizes(
  { cached }: RepositoryContext,
  blobIds: readonly string[],
  { signal }: Work,
): Promise<Map<string, number>> {
  const { stdout } = await runLocalGit(
    {
      args: ['cat-file', '--batch-check', '--buffer'],
      folder: cached.reader,
      input: `${blobIds.join('\n')}\n`,
      signal,
    },
    { GIT_OBJECT_DIRECTORY: join(cached.folder, 'objects') },
  );
  const sizes = new Map<string, number>();
  for (const line of stdout.toString('latin1').split('\n')) {
    const [id = '', type, size] = line.split(' ');
    if (type === 'blob') sizes.set(id, Number(size));
  }
  return sizes;
}

async function fetchBlobs(
  context: RepositoryContext,
  commit: RemoteCommit,
  blobIds: readonly string[],
  work: Work,
): Promise<void> {
  const { session, cached, limits } = context;
  // Naming the commits that are here would make the remote leave out their contents.
  const head = ['-c', 'fetch.negotiationAlgorithm=noop', 'fetch', '--progress', '--no-tags'];
  try {
    await session.remote({
      args: [
        ...head,
        '--no-write-fetch-head',
        '--no-auto-maintenance',
        '--filter=blob:none',
        '--stdin',
        'origin',
      ],
      folder: cached.folder,
      input: `${blobIds.join('\n')}\n`,
      limits: { ...limits, maxBytes: Math.min(limits.maxBytes, limits.maxContentBytes) },
      signal: work.signal,
      onProgressText: (text) => reportProgress(text, work.onProgress),
    });
  } catch (error) {
    if (!(error instanceof GitError) || error.failure !== 'TOO_LARGE') throw error;
    // Something among them is huge. Asking for the commit again, with everything but the huge, finds out what.
    await fetchRef(context, commit.commitSha, refOf(commit.commitSha), work, {
      filter: `blob:limit=${limits.maxFileBytes + 1}`,
      depth: ['--depth=1', '--refetch'],
    });
  }
}

function* slices(blobIds: readonly string[], sizes: ReadonlyMap<string, number>): Generator<string[]> {
  let slice: string[] = [];
  let bytes = 0;
  for (const id of blobIds) {
    slice.push(id);
    bytes += sizes.get(id) ?? 0;
    if (bytes >= SLICE_BYTES || slice.length >= SLICE_FILES) {
      yield slice;
      slice = [];
      bytes = 0;
    }
  }
  if (slice.length > 0) yield slice;
}

async function catFiles(
  { cached }: RepositoryContext,
  blobIds: readonly string[],
  { signal }: Work,
): Promise<Map<string, ReadContent>> {
  const { stdout } = await runLocalGit(
    {
      args: ['cat-file', '--batch', '--buffer'],
      folder: cached.reader,
      input: `${blobIds.join('\n')}\n`,
      signal,
    },
    { GIT_OBJECT_DIRECTORY: join(cached.folder, 'objects') },
  );
  const contents = new Map<string, ReadContent>();
  for (let start = 0; start < stdout.length; ) {
    const lineEnd = stdout.indexOf(NEWLINE, start);
    const [id = '', , size] = stdout.toString('latin1', start, lineEnd).split(' ');
    const end = lineEnd + 1 + Number(size);
    contents.set(id, stdout.subarray(lineEnd + 1, end));
    start = end + 1;
  }
  return contents;
}
