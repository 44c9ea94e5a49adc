import { expect, test } from 'vitest';
import { describeTime } from './describe-time.ts';

const time = {
  id: '',
  domainId: '',
  rhythm: 'DAILY' as const,
  atMinute: 150,
  serviceIds: [],
  retries: 0,
  nextOn: new Date('2026-11-22T02:30:00Z'),
  savedBy: null,
  permissions: null,
};

test.each([
  [{}, 'every day at 02:30 UTC, all services'],
  [{ serviceIds: ['shop', 'content'], retries: 1 }, 'every day at 02:30 UTC, shop, content, up to 1 retry'],
  [{ retries: 3, nextOn: null }, 'every day at 02:30 UTC, all services, up to 3 retries, paused'],
])('a time with %o is described as “%s”', (changes, words) => {
  expect(describeTime({ ...time, ...changes } as never)).toBe(words);
});
