import { expect, test } from 'vitest';
import { resultOfPick } from './merge-choices.ts';
import { docOf, type PaneRegion } from './pane-region.ts';

const sides = { base: docOf('a\nb\nc\n'), local: docOf('a\nL\nc\n'), remote: docOf('a\nR\nc\n') };
const range = { from: 1, to: 2 };
const regionOf = (kind: PaneRegion['kind'], state: PaneRegion['state']): PaneRegion => {
  return { id: 1, kind, state, base: range, local: range, remote: range };
};
const line = { side: 'local', line: 1 } as const;

test.each([
  { kind: 'conflict', state: 'open', text: 'b\n' },
  { kind: 'difference', state: 'open', text: 'L\n' },
  { kind: 'local', state: 'automatic', text: 'L\n' },
  { kind: 'remote', state: 'automatic', text: 'R\n' },
] as const)(
  'a line that is taken and left again leaves $kind as the merge had it',
  ({ kind, state, text }) => {
    const start = regionOf(kind, state);
    const { region: taken } = resultOfPick(start, 0, line, sides);
    expect(taken).toMatchObject({ state: 'by-hand', picked: [line] });
    expect(resultOfPick(taken as PaneRegion, 0, line, sides)).toEqual({ index: 0, text, region: start });
  },
);

test('a line that is taken and left where only a person typed leaves no region', () => {
  const { region: taken } = resultOfPick(regionOf('hand', 'by-hand'), 0, line, sides);
  expect(resultOfPick(taken as PaneRegion, 0, line, sides)).toEqual({ index: 0, text: 'L\n', region: null });
});
