import { expect, test } from 'vitest';
import { docOf, type PaneRegion } from '../../panes/pane-region.ts';
import { nonConflictingResults } from './merge-choices.ts';

const sides = { base: docOf('b\n'), local: docOf('L\n'), remote: docOf('R\n') };
const range = { from: 0, to: 1 };

test.each<[kind: PaneRegion['kind'], state: PaneRegion['state'], texts: string[]]>([
  ['remote', 'local', ['R\n']],
  ['local', 'base', ['L\n']],
  ['remote', 'by-hand', []],
  ['same', 'by-hand', []],
  ['hand', 'by-hand', []],
  ['hand', 'local', []],
  ['conflict', 'open', []],
])('what does not conflict is applied: of %s that is %s, %j', (kind, state, texts) => {
  const region: PaneRegion = { id: 1, kind, state, base: range, local: range, remote: range };
  expect(nonConflictingResults([region], sides, () => true).map(({ text }) => text)).toEqual(texts);
});
