import { expect, test } from 'vitest';
import { isLeftOutPlace } from './ignored-files.ts';
import { withUnreadable } from './manifest.ts';

test('a place is left out by itself, or by what stands in place of a folder above it', () => {
  const ignored = new Set(['a/link.js', 'module']);
  const isLeftOut = (path: string) => isLeftOutPlace(path, ignored);
  expect(['a/link.js', 'module/x.js', 'module/b/x.js'].map(isLeftOut)).toEqual([true, true, true]);
  expect(['a/link.meta.js', 'modules/x.js', 'b/module/x.js'].map(isLeftOut)).toEqual([false, false, false]);
  expect(isLeftOutPlace('a/link.js', new Set())).toBe(false);
});

test('files whose contents cannot be taken are counted among those left out, once', () => {
  const ignored = [{ reason: 'NOT_A_SERVICE' as const, count: 1, examples: ['README.md'] }];
  const unreadable = { content: { 'a/x.js': 'NOT_TEXT' as const, 'a/y.js': 'NOT_TEXT' as const } };
  const listed = withUnreadable(ignored, unreadable);
  expect(listed).toEqual([
    ...ignored,
    { reason: 'NOT_TEXT', count: 2, examples: ['content/a/x.js', 'content/a/y.js'] },
  ]);
  expect(withUnreadable(listed, unreadable)).toEqual(listed);
  expect(withUnreadable(ignored)).toEqual(ignored);
});
