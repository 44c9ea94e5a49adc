import { expect, it } from 'vitest';
import { KeptSources } from './kept-sources.ts';

const sourcesOf = (length: number) =>
  JSON.stringify({ files: { 'lib/a.js': 'x'.repeat(length) }, disabled: [] });

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
