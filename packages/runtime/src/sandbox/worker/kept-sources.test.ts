import { expect, it } from 'vitest';
import { KeptSources } from './kept-sources.ts';

const byText = (a: unknown, b: unknown) => (String(a) < String(b) ? -1 : 1);

const sourcesOf = (length: number) =>
  JSON.stringify({ files: { 'lib/a.js': 'x'.repeat(length) }, disabled: {} });

it('keeps sources up to a length in all, those used last, and the last ones always', () => {
  const kept = new KeptSources(1000);
  const keys = ['a', 'b', 'c', 'large'];
  const which = () => keys.filter((key) => kept.get(key));
  kept.add('a', sourcesOf(400));
  kept.add('b', sourcesOf(400));
  expect(kept.get('a')?.files.get('lib/a.js')).toHaveLength(400);
  kept.add('c', sourcesOf(400));
  expect(which()).toEqual(['a', 'c']);
  kept.add('large', sourcesOf(1200));
  expect(which()).toEqual(['large']);
});

it('keeps changed sources beside those that they were before', () => {
  const kept = new KeptSources(1000);
  const textOf = (files: object, disabled: object) => JSON.stringify({ files, disabled });
  kept.add('v1', textOf({ 'lib/a.js': '1', 'lib/b.js': '1' }, { 'lib/a.js': true }));
  kept.add('v2', textOf({ 'lib/a.js': '2', 'lib/b.js': null, 'lib/c.js': '2' }, { 'lib/a.js': false }), 'v1');
  const filesOf = (key: string) => [...(kept.get(key)?.files ?? [])].sort(byText);
  expect(filesOf('v1')).toEqual([
    ['lib/a.js', '1'],
    ['lib/b.js', '1'],
  ]);
  expect(filesOf('v2')).toEqual([
    ['lib/a.js', '2'],
    ['lib/c.js', '2'],
  ]);
  expect(['v1', 'v2'].map((key) => kept.get(key)?.disabled.get('lib/a.js'))).toEqual([true, false]);
  expect(() => kept.add('v4', textOf({}, {}), 'v3')).toThrow('v3');
});
