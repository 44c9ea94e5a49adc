import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from './log.ts';

const lines: string[] = [];
const write = (line: string) => void lines.push(line);
beforeEach(() => {
  lines.length = 0;
  vi.useFakeTimers({ toFake: ['setTimeout'] });
});
afterEach(() => void vi.useRealTimers());

test('a fault that repeats is said once, and then with its count', () => {
  const log = createLog({ level: 'info', write, isForPeople: false });
  const lose = (host: string) =>
    log.child({ host }).error({ err: new Error('the database is away') }, 'failed');
  for (let time = 0; time < 100; time++) lose('a');
  log.error({ err: new Error('the disk is full') }, 'failed');
  for (const _ of [1, 2]) log.info({ reason: 'none' }, 'works');
  const said = () =>
    lines.map((line) => JSON.parse(line)).map(({ msg, err, times }) => [msg, err?.message, times]);
  expect(said()).toEqual([
    ['failed', 'the database is away', undefined],
    ['failed', 'the disk is full', undefined],
    ['works', undefined, undefined],
    ['works', undefined, undefined],
  ]);
  lines.length = 0;
  vi.advanceTimersByTime(60_000);
  expect(said()).toEqual([['failed (again, 99 times within a minute)', undefined, 99]]);
  // After that it is news again.
  lose('a');
  expect(lines).toHaveLength(2);
});

test('a refusal with another cause is said at once', () => {
  const log = createLog({ level: 'info', write, isForPeople: false });
  for (const cause of ['timeout', 'password authentication failed', 'timeout'])
    log.warn({ reason: 'The database cannot be reached.', cause }, 'request refused');
  expect(lines.map((line) => JSON.parse(line).cause)).toEqual(['timeout', 'password authentication failed']);
});

test('a line for people says when and what, and a fault where', () => {
  const log = createLog({ level: 'info', write, isForPeople: true });
  log.info({ method: 'GET', route: '/services', status: 200, ms: 4, reqId: 'x', address: '::1' }, 'request');
  log.error({ err: new Error('the disk is full') }, 'A job failed.');
  expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d request method=GET route=\/services status=200 ms=4\n$/);
  log.warn({ reason: 'a\nb\u001B[2J' }, 'refused\r\u001B[1A');
  expect(lines[2]).toMatch(/ warning refused\uFFFD\uFFFD\[1A reason="a\\nb\\u001b\[2J"\n$/);
  expect(lines[1]).toMatch(/^\d\d:\d\d:\d\d ERROR A job failed\.\n {2}Error: the disk is full\n {6}at /);
});
