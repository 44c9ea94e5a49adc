import type { ChangeSearch } from '@atrium/contract/test-runs/change-search';
import { expect, test } from 'vitest';
import { changeSearchText } from './change-search-text.ts';

const search: ChangeSearch = {
  runId: 'run-2',
  testId: 'hyper-dispatch/tests/adds',
  status: 'RUNNING',
  startedAt: '2026-11-23T12:00:00Z',
  finishedAt: null,
  passedRunId: 'run-1',
  serviceIds: ['hyper-dispatch'],
  versions: 9,
  left: 4,
  runs: 3,
  maxRuns: 12,
  found: null,
  error: null,
};

test.each([
  [{}, 'Searching 9 versions: 4 left after 3 of at most 12 test runs'],
  [
    { status: 'ERROR', error: 'The service is down.' },
    'The search could not be finished. The service is down.',
  ],
  [{ status: 'FLAKY' }, expect.stringContaining('flaky')],
  [{ status: 'PASSES_NOW' }, expect.stringContaining('could not be reproduced')],
  [{ status: 'FOUND' }, undefined],
] as const)('%j is told', (changes, text) =>
  expect(changeSearchText({ ...search, ...changes })).toEqual(text),
);
