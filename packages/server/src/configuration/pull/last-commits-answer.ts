import { getLastCommits } from '@atrium/contract/configuration/last-commits';
import type { EndpointResponse } from '@atrium/contract/endpoint';
import { z } from 'zod';
import { slicesOf } from '../compressed-pieces.ts';
import { readLastCommitsPieces } from './stored-last-commits.ts';

/** Quotes inside of texts are escaped, so that these can only be the lists themselves. */
const NO_COMMITS = '"commits":[]';
const NO_FILES = '"files":{}';
const FILES_PER_PIECE = 1000;

const Commits = getLastCommits.response.shape.commits;
const Indexes = z.record(z.string(), z.int());

export interface LastCommitsAnswer {
  /** All of it, with neither commits nor files yet. */
  head: EndpointResponse<typeof getLastCommits>;
  stored: Buffer | null;
}

/** The answer as JSON, some files at a time, each piece checked against the schema. */
export function* writeLastCommits({ head, stored }: LastCommitsAnswer): Generator<string> {
  const text = JSON.stringify(getLastCommits.response.encode(head));
  const commitsEnd = text.indexOf(NO_COMMITS) + NO_COMMITS.length - 1;
  const filesEnd = text.indexOf(NO_FILES, commitsEnd) + NO_FILES.length - 1;
  yield text.slice(0, commitsEnd);
  yield* writeCommits(stored);
  yield text.slice(commitsEnd, filesEnd);
  yield* writeFiles(stored);
  yield text.slice(filesEnd);
}

function* writeCommits(stored: Buffer | null): Generator<string> {
  let separator = '';
  for (const { commits, files } of readLastCommitsPieces(stored)) {
    for (const slice of slicesOf(commits, FILES_PER_PIECE)) {
      yield separator + JSON.stringify(Commits.encode(slice)).slice(1, -1);
      separator = ',';
    }
    // The list of commits is over.
    if (Object.keys(files).length > 0) return;
  }
}

function* writeFiles(stored: Buffer | null): Generator<string> {
  let current: string | undefined;
  let separator = '';
  for (const { files } of readLastCommitsPieces(stored)) {
    for (const [serviceId, indexes] of Object.entries(files)) {
      if (serviceId !== current) {
        yield `${current === undefined ? '' : '},'}${JSON.stringify(serviceId)}:{`;
        separator = '';
      }
      current = serviceId;
      for (const slice of slicesOf(Object.entries(indexes), FILES_PER_PIECE)) {
        yield separator + JSON.stringify(Indexes.encode(Object.fromEntries(slice))).slice(1, -1);
        separator = ',';
      }
    }
  }
  if (current !== undefined) yield '}';
}
