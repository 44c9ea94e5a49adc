import { join } from 'node:path';
import type { GitFailure } from '@atrium/contract/configuration/git-failure';
import type { RemoteCommit, RepositoryContext, Work } from '../cache/repository-context.ts';
import { fetchRef, refOf, reportProgress } from '../fetch-ref.ts';
import { GitError } from '../git-errors.ts';
import { runLocalGit } from '../local-git.ts';

/** A content that was read, or that it is too large for a file of a configuration. */
export type ReadContent = Buffer | 'TOO_LARGE';

const NEWLINE = 10;
const SLICE_BYTES = 2 * 1024 * 1024;
const SLICE_FILES = 2000;
const NOT_HERE = -1;

/** Fetches all missing contents at once, and reads those within the size limit, a slice at a time. */
export async function* readContents(
  context: RepositoryContext,
  commit: RemoteCommit,
  blobIds: Iterable<readonly string[]>,
  work: Work,
): AsyncGenerator<Map<string, ReadContent>> {
  const [first = []] = blobIds;
  if (first.length === 0) return;
  const sizes = await context.cached.exclusively(work.signal, () =>
    fetchMissing(context, commit, blobIds, work),
  );
  const { maxFileBytes, maxContentBytes } = context.limits;
  const isReadable = (size: number) => size !== NOT_HERE && size <= maxFileBytes;
  const readable = sizes.filter(isReadable);
  const total = readable.reduce((sum, size) => sum + size, 0);
  if (total > maxContentBytes) {
    const megabytes = Math.round(maxContentBytes / 1024 / 1024);
    throw new GitError('TOO_LARGE', `The files that differ are larger than ${megabytes} MB in total.`);
  }
  let done = 0;
  for (const slice of slices(blobIds, sizes, isReadable)) {
    // A slice stays in memory until it has been stored.
    using _permit = await context.slices.acquire('', { signal: work.signal });
    const contents = slice.readable.length === 0 ? new Map() : await catFiles(context, slice.readable, work);
    for (const id of slice.others) contents.set(id, 'TOO_LARGE');
    yield contents;
    done += slice.readable.length;
    work.onProgress?.('READ', done, readable.length);
  }
}

/** Sizes of the contents in the order of their ids, once those have been fetched that were not here. */
async function fetchMissing(
  context: RepositoryContext,
  commit: RemoteCommit,
  wanted: Iterable<readonly string[]>,
  work: Work,
): Promise<number[]> {
  const sizes = await findSizes(context, wanted, work);
  if (!sizes.includes(NOT_HERE)) return sizes;
  await fetchBlobs(
    context,
    commit,
    lines(wanted, (index) => sizes[index] === NOT_HERE),
    work,
  );
  return findSizes(context, wanted, work);
}

/** The objects that are here: the reader never asks the remote for the others. */
async function findSizes(
  { cached }: RepositoryContext,
  blobIds: Iterable<readonly string[]>,
  { signal }: Work,
): Promise<number[]> {
  const sizes: number[] = [];
  let rest = '';
  await runLocalGit(
    {
      args: ['cat-file', '--batch-check', '--buffer'],
      folder: cached.reader,
      input: lines(blobIds),
      signal,
      onOutput: (chunk) => {
        const answers = (rest + chunk.toString('latin1')).split('\n');
        rest = answers.pop() ?? '';
        for (const answer of answers) {
          const [, type, size] = answer.split(' ');
          sizes.push(type === 'blob' ? Number(size) : NOT_HERE);
        }
      },
    },
    { GIT_OBJECT_DIRECTORY: join(cached.folder, 'objects') },
  );
  return sizes;
}

/** Lines in git's input format. */
function* lines(
  blobIds: Iterable<readonly string[]>,
  isWanted: (index: number) => boolean = () => true,
): Generator<string> {
  let index = 0;
  for (const ids of blobIds) {
    let text = '';
    for (const id of ids) if (isWanted(index++)) text += `${id}\n`;
    if (text !== '') yield text;
  }
}

async function fetchBlobs(
  context: RepositoryContext,
  commit: RemoteCommit,
  blobIds: Iterable<string>,
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
      input: blobIds,
      limits: { ...limits, maxBytes: Math.min(limits.maxBytes, limits.maxContentBytes) },
      signal: work.signal,
      onProgressText: (text) => reportProgress(text, work.onProgress),
    });
  } catch (error) {
    // Something among them is huge, or the host does not serve single contents. Asking for the commit again, with
    // everything but the huge, finds out what.
    if (!(error instanceof GitError) || !FETCH_WHOLE.has(error.failure)) throw error;
    await fetchRef(context, commit.commitSha, refOf(commit.commitSha), work, {
      filter: `blob:limit=${limits.maxFileBytes + 1}`,
      depth: ['--depth=1', '--refetch'],
    });
  }
}

const FETCH_WHOLE = new Set<GitFailure>(['TOO_LARGE', 'COMMIT_MISSING']);

interface Slice {
  readable: string[];
  others: string[];
}

function* slices(
  blobIds: Iterable<readonly string[]>,
  sizes: readonly number[],
  isReadable: (size: number) => boolean,
): Generator<Slice> {
  let slice: Slice = { readable: [], others: [] };
  let bytes = 0;
  let index = 0;
  for (const ids of blobIds) {
    for (const id of ids) {
      const size = sizes[index++] ?? NOT_HERE;
      slice[isReadable(size) ? 'readable' : 'others'].push(id);
      if (isReadable(size)) bytes += size;
      if (bytes < SLICE_BYTES && slice.readable.length + slice.others.length < SLICE_FILES) continue;
      yield slice;
      slice = { readable: [], others: [] };
      bytes = 0;
    }
  }
  if (slice.readable.length + slice.others.length > 0) yield slice;
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
