import { expect, test } from 'vitest';
import { docOf, type PaneRegion, type PickedLine } from '../../panes/pane-region.ts';
import { replacedByPick, resultOfPick } from './line-picks.ts';

const sides = { base: docOf('a\nb\nc\n'), local: docOf('a\nL\nc\n'), remote: docOf('a\nR\nc\n') };
const range = { from: 1, to: 2 };
const regionOf = (kind: PaneRegion['kind'], state: PaneRegion['state']): PaneRegion => {
  return { id: 1, kind, state, base: range, local: range, remote: range };
};
const local = { side: 'local', line: 1 } as const;
const remote = { side: 'remote', line: 1 } as const;

test.each([
  { kind: 'conflict', state: 'open', line: local, between: 'L\n', text: 'b\n' },
  { kind: 'difference', state: 'open', line: local, between: 'L\n', text: 'L\n' },
  { kind: 'local', state: 'automatic', line: local, between: 'b\n', text: 'L\n' },
  { kind: 'remote', state: 'automatic', line: local, between: 'R\nL\n', text: 'R\n' },
  { kind: 'remote', state: 'automatic', line: remote, between: 'b\n', text: 'R\n' },
  { kind: 'same', state: 'same', line: remote, between: 'b\n', text: 'L\n' },
] as const)(
  'a line of $line.side that is toggled twice leaves $kind as the merge had it',
  ({ kind, state, line, between, text }) => {
    const start = regionOf(kind, state);
    const once = resultOfPick(start, 0, line, sides);
    expect(once.text).toBe(between);
    expect(resultOfPick(once.region as PaneRegion, 0, line, sides)).toEqual({
      index: 0,
      text,
      region: start,
    });
  },
);

test('a line that is taken and left where only a person typed leaves no region', () => {
  const { region: taken } = resultOfPick(regionOf('hand', 'by-hand'), 0, local, sides);
  expect(resultOfPick(taken as PaneRegion, 0, local, sides)).toEqual({ index: 0, text: 'L\n', region: null });
});

const lines = {
  base: docOf('0'),
  local: docOf('l0\nl1\nl2\n'),
  remote: docOf('r0\nr1\nr2'),
};
const whole = { from: 0, to: 3 };
const conflict = { id: 1, kind: 'conflict', base: { from: 0, to: 1 }, local: whole, remote: whole } as const;

test.each<[is: string, region: Partial<PaneRegion>, line: PickedLine, text: string]>([
  ['leaves one of a side', { state: 'remote' }, { side: 'remote', line: 1 }, 'r0\nr2'],
  ['leaves one of both', { state: 'both' }, { side: 'local', line: 1 }, 'l0\nl2\nr0\nr1\nr2'],
  [
    'leaves one of both the other way round',
    { state: 'both', order: 'remote-local' },
    { side: 'remote', line: 2 },
    'r0\nr1\nl0\nl1\nl2\n',
  ],
  ['adds one of the other side', { state: 'local' }, { side: 'remote', line: 0 }, 'l0\nl1\nl2\nr0\n'],
  ['replaces what was typed', { state: 'by-hand' }, { side: 'remote', line: 2 }, 'r2'],
])('a line toggled %s', (_, region, line, text) => {
  const start: PaneRegion = { ...conflict, state: 'open', ...region };
  expect(resultOfPick(start, 0, line, lines).text).toBe(text);
});

test('a line that was left is taken again at its place', () => {
  let region: PaneRegion = { ...conflict, state: 'remote' };
  let text = '';
  for (const line of [0, 1, 1]) {
    const result = resultOfPick(region, 0, { side: 'remote', line }, lines);
    region = result.region as PaneRegion;
    text = result.text;
  }
  expect(text).toBe('r1\nr2');
});

test.each<[is: string, state: PaneRegion['state'], replaced: string | undefined]>([
  ['open', 'open', undefined],
  ['a side', 'remote', undefined],
  ['typed', 'by-hand', 'edited text'],
  ['combined', 'combined', 'combined text'],
  ['base', 'base', 'base'],
])('says what taking a line replaces where a region is %s', (_, state, replaced) => {
  expect(replacedByPick(regionOf('conflict', state))).toBe(replaced);
  expect(replacedByPick({ ...regionOf('conflict', state), picked: [local] })).toBeUndefined();
});
