import { getLastCommits } from '@atrium/contract/configuration/pull';
import type { EndpointAnswer } from '@atrium/contract/endpoint';
import { z } from 'zod';

/** Quotes inside of texts are escaped, so that this can only be the list itself. */
const NO_FILES = '"files":{}';
const FILES_PER_PIECE = 1000;

const Indexes = z.record(z.string(), z.int());

/** The answer as JSON, some files at a time, each piece checked against the schema. */
export function* writeLastCommits({
  files,
  ...answer
}: EndpointAnswer<typeof getLastCommits>): Generator<string> {
  const head = JSON.stringify(getLastCommits.response.encode({ ...answer, files: {} }));
  const end = head.indexOf(NO_FILES) + NO_FILES.length - 1;
  yield head.slice(0, end);
  let separator = '';
  for (const [serviceId, indexes] of Object.entries(files)) {
    yield `${separator}${JSON.stringify(serviceId)}:{`;
    yield* writeIndexes(indexes);
    yield '}';
    separator = ',';
  }
  yield head.slice(end);
}

function* writeIndexes(indexes: Readonly<Record<string, number>>): Generator<string> {
  const paths = Object.keys(indexes);
  for (let start = 0; start < paths.length; start += FILES_PER_PIECE) {
    const slice = paths.slice(start, start + FILES_PER_PIECE).map((path) => [path, indexes[path]]);
    const text = JSON.stringify(Indexes.encode(Object.fromEntries(slice)));
    yield `${start === 0 ? '' : ','}${text.slice(1, -1)}`;
  }
}
