import type { FailureHistory, MovedVersion, ResultPlace } from '@atrium/contract/test-runs/run-history';
import type { TestRun } from '@atrium/contract/test-runs/test-run';
import { expect, test } from 'vitest';
import { buildRun } from '../run.fixture.ts';
import { groupFailures } from './failure-groups.ts';
import { blamedVersion, mixedOf, sinceOf } from './since.ts';
import { verdictOf } from './verdict.ts';

const run = buildRun({ a: 'gone', b: 'gone', c: 'other', d: null });
const now = new Date(run.startedAt);
const groups = groupFailures(run);

const at = (runId: string, version: number | null): ResultPlace => ({
  runId,
  startedAt: '2026-11-21T10:00:00.000Z',
  version,
});

/** Version changes of services, written `shop 2-3`. */
const moves = (...texts: string[]): MovedVersion[] =>
  texts.map((text) => {
    const [serviceId = '', versions = ''] = text.split(' ');
    const [from = 0, to = 0] = versions.split('-').map(Number);
    return { serviceId, from, to };
  });

function say(...histories: Omit<FailureHistory, 'id'>[]): string {
  return sayOf(run, ...histories);
}

function sayOf(run: TestRun, ...histories: Omit<FailureHistory, 'id'>[]): string {
  const [first] = groups;
  const known = histories.map((one, index) => ({ id: `shop/${'ab'[index]}`, ...one }));
  const of = first && sinceOf(first, known, run);
  return verdictOf(run, groups, of && { of, version: undefined, now });
}

test('the verdict names the most frequent reason, and the version since which it is there', () => {
  const history = { lastPassed: at('old', 2), firstFailed: at(run.runId, 3), moved: moves('shop 2-3') };
  const of =
    groups[0] &&
    sinceOf(
      groups[0],
      ['a', 'b'].map((id) => ({ id: `shop/${id}`, ...history })),
      run,
    );
  const version = {
    version: 3,
    parent: 2,
    createdOn: now.toISOString(),
    author: 'id',
    user: 'chidi',
    impersonator: null,
    message: '',
    commitSha: '9e436c7a00000000000000000000000000000000',
    filesCount: 1,
    changesCount: 1,
  };
  expect(verdictOf(run, groups, of && { of, version, now })).toMatch(
    /^3 of 4 failed: 2 for one reason, new since version 3 \(chidi, \d\d:\d\d, 9e436c7\)$/,
  );
});

test('a failure that is older, that a version does not explain, or that was always there, says so', () => {
  const older = { lastPassed: at('old', 2), firstFailed: at('before', 3), moved: moves('shop 2-3') };
  expect(say(older, older)).toBe('3 of 4 failed: 2 for one reason, failing since version 3');
  const between = { lastPassed: at('old', 2), firstFailed: at(run.runId, 7), moved: moves('shop 2-7') };
  expect(say(between, between)).toBe('3 of 4 failed: 2 for one reason, new since versions 3 to 7');
  const same = { lastPassed: at('old', 3), firstFailed: at(run.runId, 3), moved: [] };
  expect(say(same, same)).toBe('3 of 4 failed: 2 for one reason, new, although version 3 had passed');
  const never = { lastPassed: null, firstFailed: at('first', 1), moved: [] };
  expect(say(never, never)).toBe('3 of 4 failed: 2 for one reason, never passed before');
  expect(say(same, older)).toBe('3 of 4 failed: 2 for one reason');
});

test('failures that are new are told from those that were there before', () => {
  const fresh = { lastPassed: at('old', 2), firstFailed: at(run.runId, 3), moved: moves('shop 2-3') };
  const older = { lastPassed: at('old', 1), firstFailed: at('before', 2), moved: moves('shop 1-2') };
  const never = { lastPassed: null, firstFailed: at('before', 2), moved: [] };
  const first = { lastPassed: null, firstFailed: at(run.runId, 3), moved: [] };
  const mix = (...histories: Omit<FailureHistory, 'id'>[]) => {
    const known = histories.map((one, index) => ({ id: `shop/${'abc'[index]}`, ...one }));
    return verdictOf(run, groups, {
      of: undefined,
      mixed: mixedOf(groups, known, run),
      version: undefined,
      now,
    });
  };
  const start = '3 of 4 failed: 2 for one reason';
  expect(mix(fresh, fresh, older)).toBe(`${start}; 2 new since version 3, 1 as before`);
  expect(mix(fresh, never, older)).toBe(`${start}; 1 new since version 3, 2 as before`);
  expect(mix(fresh, first, older)).toBe(
    `${start}; 1 new since version 3, 1 as before, 1 ran for the first time`,
  );
  const other = { ...fresh, lastPassed: at('older', 1), moved: moves('shop 1-3') };
  expect(mix(fresh, other, older)).toBe(`${start}; 2 new, 1 as before`);
  for (const alike of [fresh, older]) expect(mix(alike, alike, alike)).toBe(start);
  expect(mix(fresh, older)).toBe(start);
});

test('every service that changed is named, and a version is blamed only if it is the only one', () => {
  const failing = { lastPassed: at('old', 3), firstFailed: at(run.runId, 3) };
  const content = { ...failing, moved: moves('content 4-5') };
  expect(say(content, content)).toBe('3 of 4 failed: 2 for one reason, new since version 5 of content');
  const both = { ...failing, moved: moves('content 4-6', 'shop 2-3') };
  expect(say(both, both)).toBe(
    '3 of 4 failed: 2 for one reason, new since version 5 or 6 of content or version 3 of shop',
  );
  const [first] = groups;
  const known = ['a', 'b'].map((id) => ({ id: `shop/${id}`, ...both }));
  const of = first && sinceOf(first, known, run);
  expect(of && blamedVersion(of)).toBeUndefined();
});

test('a failure with a merge is compared with what is live, which the merge is made on', () => {
  const merge: TestRun = { ...run, isCandidate: true };
  const same = { lastPassed: at('old', 3), firstFailed: at(run.runId, 3), moved: [] };
  expect(sayOf(merge, same, same)).toBe(
    '3 of 4 failed: 2 for one reason, passing with what is live (version 3)',
  );
  const untested = { ...same, moved: moves('content 4-5') };
  expect(sayOf(merge, untested, untested)).toBe('3 of 4 failed: 2 for one reason, new in this run');
  const older = { lastPassed: at('old', 2), firstFailed: at('before', 3), moved: moves('shop 2-3') };
  expect(sayOf(merge, older, older)).toBe('3 of 4 failed: 2 for one reason, failing since version 3');
});

test('every other end of a run has its sentence', () => {
  const end = (changes: Parameters<typeof buildRun>[1]) => {
    const one = buildRun({ a: null, b: null }, changes);
    return verdictOf(one, []);
  };
  expect(end({})).toBe('All 2 tests passed');
  expect(end({ passedOnRetry: 1 })).toBe('All 2 tests passed, 1 on a retry');
  expect(end({ counts: { OK: 1, SKIPPED: 1 } })).toBe('The only test passed, 1 test skipped');
  expect(end({ counts: { OK: 1, FAIL: 1 }, quarantinedFailures: 1 })).toBe(
    '1 of 2 passed, 1 failed in quarantine',
  );
  expect(end({ status: 'CANCELED', counts: { OK: 1, CANCELED: 1 } })).toBe(
    'Canceled: 1 of 2 had passed, 0 had failed',
  );
  const away = buildRun({ a: null, b: null }, { status: 'CANCELED', counts: { OK: 1, CANCELED: 1 } });
  const [group] = away.servicesTests;
  if (group) group.error = 'Shop cannot be reached.';
  for (const test of group?.tests.slice(1) ?? []) test.status = 'CANCELED';
  expect(verdictOf(away, [])).toBe('Not finished: 1 of 2 passed, 0 failed, 1 test could not be run');
  expect(end({ status: 'RUNNING', counts: { OK: 1, FAIL: 1, RUNNING: 1, PENDING: 3 } })).toBe(
    'Running: 2 of 6 done, 1 failed so far',
  );
  expect(end({ status: 'SKIPPED', counts: { SKIPPED: 2 } })).toBe('No test ran');
});
