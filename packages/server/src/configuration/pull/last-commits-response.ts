import { getLastCommits } from '@atrium/contract/configuration/last-commits';
import type { EndpointResponse } from '@atrium/contract/endpoint';
import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { z } from 'zod';
import { slicesOf } from '../compressed-pieces.ts';
import { followIndexes } from './follow-last-commits.ts';
import type { StoredPull } from './pull.repository.ts';
import { readCommits } from './stored-last-commits.ts';
import { readParts } from './stored-manifest.ts';

/** Quotes inside of texts are escaped, so that these can only be the lists themselves. */
const NO_COMMITS = '"commits":[]';
const NO_FILES = '"files":{}';
const FILES_PER_PIECE = 1000;

const Commits = getLastCommits.response.shape.commits;
const Indexes = z.record(z.string(), z.int());

type StoredLastCommits = Pick<StoredPull, 'manifest' | 'lastCommits'>;

export interface LastCommitsResponse {
  /** All of it, with neither commits nor files yet. */
  head: EndpointResponse<typeof getLastCommits>;
  stored: StoredLastCommits | undefined;
}

/** The answer as JSON, some files at a time, each piece checked against the schema. */
export function* writeLastCommits({ head, stored }: LastCommitsResponse): Generator<string> {
  const text = JSON.stringify(getLastCommits.response.encode(head));
  const commitsEnd = text.indexOf(NO_COMMITS) + NO_COMMITS.length - 1;
  const filesEnd = text.indexOf(NO_FILES, commitsEnd) + NO_FILES.length - 1;
  yield text.slice(0, commitsEnd);
  if (stored !== undefined) yield* writeCommits(stored);
  yield text.slice(commitsEnd, filesEnd);
  if (stored !== undefined) yield* writeFiles(stored);
  yield text.slice(filesEnd);
}

function* writeCommits({ lastCommits }: StoredLastCommits): Generator<string> {
  let separator = '';
  for (const commits of readCommits(lastCommits)) {
    for (const slice of slicesOf(commits, FILES_PER_PIECE)) {
      yield separator + JSON.stringify(Commits.encode(slice)).slice(1, -1);
      separator = ',';
    }
  }
}

function* writeFiles({ manifest, lastCommits }: StoredLastCommits): Generator<string> {
  const nextIndex = followIndexes(lastCommits);
  let current: string | undefined;
  let separator = '';
  for (const { serviceId, files } of readParts(manifest)) {
    for (const slice of slicesOf(files, FILES_PER_PIECE)) {
      if (serviceId !== current) {
        yield `${current === undefined ? '' : '},'}${JSON.stringify(serviceId)}:{`;
        separator = '';
      }
      current = serviceId;
      const indexes: Record<string, number> = {};
      for (const file of slice) {
        const index = nextIndex();
        if (index !== undefined) indexes[filePathOf(file)] = index;
      }
      const encoded = JSON.stringify(Indexes.encode(indexes)).slice(1, -1);
      if (encoded === '') continue;
      yield separator + encoded;
      separator = ',';
    }
  }
  if (current !== undefined) yield '}';
}
