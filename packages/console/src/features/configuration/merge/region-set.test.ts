import { ChangeSet, Text } from '@codemirror/state';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PaneRegion } from './pane-region.ts';
import { followEdit } from './region-set.ts';
import { fromOf, type RegionSet, toOf } from './region-spans.ts';

const lines = (text: string) => Text.of(text.split('\n'));
const doc = lines('a\nb\nc\nd\ne\nf\n');

function region(id: number, from: number, to: number): PaneRegion {
  const range = { from, to };
  return { id, kind: 'conflict', state: 'open', base: range, local: range, remote: range };
}

/** Regions over lines 1–2 (b) and 3–5 (d, e), and an empty one before f. */
const set: RegionSet = {
  regions: [region(1, 1, 2), region(2, 3, 5)],
  positions: Int32Array.of(2, 4, 6, 10),
};

function edit(from: number, to: number, insert: string, on = set, text = doc) {
  const changes = ChangeSet.of({ from, to, insert: lines(insert) }, text.length);
  const after = changes.apply(text);
  let id = 100;
  return { ...followEdit(on, changes, text, after, () => id++), after };
}

const brief = (edited: ReturnType<typeof edit>) =>
  edited.regions.map(({ kind, state }, index) => [
    kind,
    state,
    edited.after.sliceString(fromOf(edited, index), toOf(edited, index)),
  ]);

test('typing inside a region makes it by hand and moves the others along', () => {
  expect(brief(edit(2, 2, 'xx'))).toEqual([
    ['conflict', 'by-hand', 'xxb\n'],
    ['conflict', 'open', 'd\ne\n'],
  ]);
});

test('typing outside makes a region of its own', () => {
  const edited = edit(4, 4, 'x');
  expect(brief(edited)).toEqual([
    ['conflict', 'open', 'b\n'],
    ['hand', 'by-hand', 'xc\n'],
    ['conflict', 'open', 'd\ne\n'],
  ]);
  expect(edited.regions[1]?.local).toEqual({ from: 2, to: 3 });
  expect(edited.isRestructured).toBe(true);
});

test('an edit across several regions makes one of them', () => {
  const edited = edit(2, 8, '');
  expect(brief(edited)).toEqual([['conflict', 'by-hand', 'e\n']]);
  expect(edited.regions[0]?.remote).toEqual({ from: 1, to: 5 });
});

test('joining the last line of a region with the next line takes that line in', () => {
  const edited = edit(3, 4, '');
  expect(brief(edited)).toEqual([
    ['conflict', 'by-hand', 'bc\n'],
    ['conflict', 'open', 'd\ne\n'],
  ]);
  expect(edited.regions[0]?.local).toEqual({ from: 1, to: 3 });
});

test('whoever types beside an empty region means it', () => {
  const empty: RegionSet = { regions: [region(1, 2, 2)], positions: Int32Array.of(4, 4) };
  expect(brief(edit(4, 4, 'new\n', empty))).toEqual([['conflict', 'by-hand', 'new\n']]);
  expect(brief(edit(3, 3, '\nnew', empty))).toEqual([['conflict', 'by-hand', 'b\nnew\n']]);
});

test('going on in a region by hand changes no structure', () => {
  const first = edit(2, 2, 'x');
  const second = edit(3, 3, 'y', first, first.after);
  expect(second.isRestructured).toBe(false);
  expect(brief(second)[0]).toEqual(['conflict', 'by-hand', 'xyb\n']);
});

test('whatever is typed, regions stay whole lines, in order, and account for every line of local', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(
          fc.integer({ min: 0, max: 40 }),
          fc.integer({ min: 0, max: 12 }),
          fc.constantFrom('', 'x', '\n', 'x\n', 'a\nb', '\n\n'),
        ),
        { maxLength: 12 },
      ),
      (edits) => {
        let state: RegionSet = set;
        let text = doc;
        for (const [at, length, insert] of edits) {
          const from = Math.min(at, text.length);
          const edited = edit(from, Math.min(text.length, from + length), insert, state, text);
          text = edited.after;
          state = edited;
          check(state, text);
        }
      },
    ),
    { numRuns: 100 },
  );
}, 120_000);

function check(state: RegionSet, text: Text) {
  let end = 0;
  let lastTo = 0;
  let mergedLines = 0;
  state.regions.forEach((one, index) => {
    const from = fromOf(state, index);
    const to = toOf(state, index);
    expect(from).toBeGreaterThanOrEqual(end);
    expect(to).toBeGreaterThanOrEqual(from);
    expect([text.lineAt(from).from, text.length]).toContain(from);
    expect([text.lineAt(to).from, text.length]).toContain(to);
    expect(one.local.from - lastTo).toBeGreaterThanOrEqual(0);
    // The unchanged lines before a region are as many in local as in the merged text.
    expect(one.local.from - lastTo).toBe(text.lineAt(from).number - 1 - mergedLines);
    lastTo = one.local.to;
    mergedLines = to === text.length && text.lineAt(to).from !== to ? text.lines : text.lineAt(to).number - 1;
    end = to;
  });
}
