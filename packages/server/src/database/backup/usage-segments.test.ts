import { expect, test } from 'vitest';
import { beginOf } from './usage-segments.ts';

test('a segment has an age, also where the file system knows no time of birth', () => {
  const [birthtime, mtime] = [new Date('2026-11-21T10:00:00Z'), new Date('2026-11-21T10:04:00Z')];
  expect(beginOf({ birthtime, mtime })).toBe(birthtime);
  expect(beginOf({ birthtime: new Date(0), mtime })).toBe(mtime);
});
