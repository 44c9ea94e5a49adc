import fc from 'fast-check';
import { expect, test } from 'vitest';
import { merge3 } from './merge.ts';

const text = fc
  .array(fc.constantFrom('a', 'b', 'c', '', 'x\r', '}', '\uFEFFa', '😀'), { maxLength: 30 })
  .chain((lines) => fc.constantFrom(lines.join('\n'), `${lines.join('\n')}\n`, lines.join('\r\n')));

test('a side that did not change takes the other side, equal sides are taken as they are', () => {
  fc.assert(
    fc.property(text, text, (base, side) => {
      expect(merge3(base, base, side)).toMatchObject({ text: side, isClean: true });
      expect(merge3(base, side, base)).toMatchObject({ text: side, isClean: true });
      expect(merge3(base, side, side)).toMatchObject({ text: side, isClean: true });
    }),
    { numRuns: 200 },
  );
}, 60_000);

test('swapping the sides swaps the outcome', () => {
  const mirror = {
    local: 'remote',
    remote: 'local',
    same: 'same',
    conflict: 'conflict',
    difference: 'difference',
  };
  fc.assert(
    fc.property(text, text, text, (base, local, remote) => {
      const there = merge3(base, local, remote);
      const back = merge3(base, remote, local);
      expect(back.isClean).toBe(there.isClean);
      expect(back.regions.map((region) => region.kind)).toEqual(
        there.regions.map(({ kind }) => mirror[kind]),
      );
      expect(there.isClean && back.text !== there.text).toBe(false);
    }),
  );
}, 60_000);

test('regions stand in order and never touch', () => {
  fc.assert(
    fc.property(text, text, text, (base, local, remote) => {
      const { regions, text: merged } = merge3(base, local, remote);
      const lines = merged.split('\n').length;
      for (const side of ['base', 'local', 'remote', 'merged'] as const) {
        let end = -1;
        for (const region of regions) {
          expect(region[side].from).toBeGreaterThan(end);
          expect(region[side].to).toBeGreaterThanOrEqual(region[side].from);
          end = region[side].to;
        }
        expect(side === 'merged' && end > lines).toBe(false);
      }
    }),
  );
}, 60_000);

test('a conflict stands between markers, with the base', () => {
  const result = merge3('a\nb\nc\n', 'a\nB\nc\n', 'a\nbb\nc\n');
  expect(result.text).toBe('a\n<<<<<<< local\nB\n||||||| base\nb\n=======\nbb\n>>>>>>> remote\nc\n');
  expect(result).toMatchObject({ isClean: false, conflictCount: 1 });
  expect(result.regions).toEqual([
    {
      kind: 'conflict',
      state: 'open',
      base: { from: 1, to: 2 },
      local: { from: 1, to: 2 },
      remote: { from: 1, to: 2 },
      merged: { from: 1, to: 8 },
    },
  ]);
});

test('changes of both sides in different places are applied', () => {
  const result = merge3('a\nb\nc\nd\ne\n', 'A\nb\nc\nd\ne\n', 'a\nb\nc\nd\nE\n');
  expect(result).toMatchObject({ text: 'A\nb\nc\nd\nE\n', isClean: true });
  expect(result.regions.map(({ kind, state }) => [kind, state])).toEqual([
    ['local', 'automatic'],
    ['remote', 'automatic'],
  ]);
});

test('a missing final newline, Windows line endings and a byte order mark are kept', () => {
  expect(merge3('a\nb\nc', 'A\nb\nc', 'a\nb\nC').text).toBe('A\nb\nC');
  expect(merge3('a\r\nb\r\nc\r\n', 'A\r\nb\r\nc\r\n', 'a\r\nb\r\nC').text).toBe('A\r\nb\r\nC');
  expect(merge3('\uFEFFa\nb\nc\n', '\uFEFFa\nb\nC\n', '\uFEFFa\nb\nc\n').text).toBe('\uFEFFa\nb\nC\n');
  expect(merge3('a\r\nb', 'a\r\nB', 'a\r\nbb').text).toBe(
    'a\r\n<<<<<<< local\r\nB\r\n||||||| base\r\nb\r\n=======\r\nbb\r\n>>>>>>> remote\r\n',
  );
}, 60_000);

test('without a base every difference is open', () => {
  const result = merge3(null, 'a\nb\nc\n', 'a\nx\nc\ny\n');
  expect(result.regions.map(({ kind, state }) => [kind, state])).toEqual([
    ['difference', 'open'],
    ['difference', 'open'],
  ]);
  expect(result.text).toContain('<<<<<<< local\nb\n=======\nx\n>>>>>>> remote\n');
});

test('empty sides are no special case', () => {
  expect(merge3('', '', '')).toMatchObject({ text: '', isClean: true, regions: [] });
  expect(merge3('', 'a\n', '')).toMatchObject({ text: 'a\n', isClean: true });
  expect(merge3('a\n', '', 'b\n').isClean).toBe(false);
});

test('long files with nothing in common, and with many distinct lines, are merged within seconds', () => {
  const lines = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${prefix} ${index}\n`);
  expect(
    merge3(lines('a', 50_000).join(''), lines('b', 50_000).join(''), lines('c', 50_000).join('')).isClean,
  ).toBe(false);
  const base = lines('line', 80_000);
  const local = base.map((line, index) => (index % 1000 === 3 ? `local ${line}` : line));
  const remote = base.map((line, index) => (index % 1000 === 500 ? `remote ${line}` : line));
  const merged = merge3(base.join(''), local.join(''), remote.join(''));
  expect(merged.isClean).toBe(true);
  expect(merged.regions.length).toBe(160);
}, 120_000);
