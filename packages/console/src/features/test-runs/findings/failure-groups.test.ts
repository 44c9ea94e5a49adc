import { expect, test } from 'vitest';
import { buildRun } from '../run.fixture.ts';
import { groupFailures, groupInVerdict } from './failure-groups.ts';

test('failures of one reason are one group, the largest first', () => {
  const run = buildRun({
    a: 'expected 2 to equal 3',
    b: 'Cannot find the file functions/mails/send.js',
    c: null,
    d: 'Cannot find the file functions/mails/send.js',
  });
  expect(groupFailures(run).map(({ message, tests }) => [message, tests.map(({ id }) => id)])).toEqual([
    ['Cannot find the file functions/mails/send.js', ['shop/b', 'shop/d']],
    ['expected 2 to equal 3', ['shop/a']],
  ]);
});

test('ids, times and long numbers do not make a reason of its own; small numbers do', () => {
  const run = buildRun({
    a: 'Order 0198c1de-7c5a-7c00-8d3f-1f2e3d4c5b6a of 2026-11-22T02:36:00.000Z is lost',
    b: 'Order 0198c1de-7c5a-7c00-8d3f-000000000000 of 2026-11-21T10:00:00.000Z is lost',
    c: 'expected 2 to equal 3',
    d: 'expected 4 to equal 5',
  });
  expect(groupFailures(run).map(({ tests }) => tests.length)).toEqual([2, 1, 1]);
});

test('a time limit and an error with the same words are two reasons', () => {
  const run = buildRun({ a: 'too long', b: 'too long' });
  const [first] = run.servicesTests[0]?.tests ?? [];
  if (first) first.failureKind = 'timeout';
  expect(groupFailures(run)).toHaveLength(2);
});

test('the verdict is about the most frequent reason, or about all failures if none is', () => {
  const testsOf = (outcomes: Record<string, string | null>) =>
    groupInVerdict(groupFailures(buildRun(outcomes)))?.tests.map(({ id }) => id);
  expect(testsOf({ a: 'x', b: 'y', c: 'y' })).toEqual(['shop/b', 'shop/c']);
  expect(testsOf({ a: 'x', b: 'y' })).toEqual(['shop/a', 'shop/b']);
  expect(testsOf({ a: null })).toBeUndefined();
});

test('a group keeps its key when an earlier test fails for the same reason', () => {
  const [before] = groupFailures(buildRun({ a: null, b: 'order 1234567 is gone' }));
  const [after] = groupFailures(buildRun({ a: 'order 7654321 is gone', b: 'order 1234567 is gone' }));
  expect(after?.tests).toHaveLength(2);
  expect(after?.key).toBeDefined();
  expect(after?.key).toBe(before?.key);
});
