import type { Test } from '@atrium/contract/test-runs/test';
import { expect, test } from 'vitest';
import { onlyOf, selectAll, selectionState, toRequest, toRerunRequest, withTests } from './test-selection.ts';

function makeTest(id: string, more: Partial<Test> = {}): Test {
  return {
    id,
    fullPath: `${id}.js`,
    link: '',
    serviceId: 'shop',
    serviceTag: null,
    action: 'RUN',
    status: null,
    failureKind: null,
    duration: null,
    ...more,
  };
}

const tests = [makeTest('a'), makeTest('b'), makeTest('off', { action: 'SKIP' })];
const group = { serviceId: 'shop', version: 1, error: null, tests };

test('all that can be run is chosen, and a disabled test cannot be', () => {
  const all = selectAll([group]);
  expect([...all]).toEqual(['a', 'b']);
  expect(selectionState(all, tests)).toBe('all');
  expect([...withTests(all, tests, true)]).toEqual(['a', 'b']);
  expect(selectionState(withTests(all, [makeTest('a')], false), tests)).toBe('some');
  expect(selectionState(withTests(all, tests, false), tests)).toBe('none');
});

test('a test that was removed is no longer chosen, and a new one is not chosen by itself', () => {
  expect([...onlyOf(new Set(['a', 'gone']), selectAll([group]))]).toEqual(['a']);
});

test('what is not chosen is sent as skipped', () => {
  const empty = { serviceId: 'empty', version: 1, error: null, tests: [] };
  const run = { servicesTests: [group, empty] };
  expect(toRequest(run, new Set(['b']), { stopsOnError: true, retries: 2, userId: '' })).toEqual({
    strategy: 'FAIL_ON_FIRST',
    retries: 2,
    userId: null,
    servicesTests: [
      {
        serviceId: 'shop',
        tests: [
          { id: 'a', action: 'SKIP' },
          { id: 'b', action: 'RUN' },
          { id: 'off', action: 'SKIP' },
        ],
      },
    ],
  });
});

test('a rerun holds the chosen tests by their services, as the same user and in the same way', () => {
  const chosen = [makeTest('b'), makeTest('c', { serviceId: 'other' })];
  expect(toRerunRequest({ strategy: 'EXECUTE_ALL', retries: 1, userId: 'bo' }, chosen)).toEqual({
    strategy: 'EXECUTE_ALL',
    retries: 1,
    userId: 'bo',
    servicesTests: [
      { serviceId: 'shop', tests: [{ id: 'b', action: 'RUN' }] },
      { serviceId: 'other', tests: [{ id: 'c', action: 'RUN' }] },
    ],
  });
});
