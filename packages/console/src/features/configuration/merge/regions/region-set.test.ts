import { indentLess, indentMore, toggleComment } from '@codemirror/commands';
import { type ChangeSet, EditorState, Text } from '@codemirror/state';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PaneRegion } from '../../panes/pane-region.ts';
import { followEdit } from './region-set.ts';
import { fromOf, type RegionSet, toOf } from './region-spans.ts';

const lines = (text: string) => Text.of(text.split('\n'));
const doc = lines('a\nb\nc\nd\ne\nf\ng\n');

function region(id: number, from: number, to: number): PaneRegion {
  const range = { from, to };
  return { id, kind: 'conflict', state: 'open', base: range, local: range, remote: range };
}

/** Regions over line 1 (b) and lines 3 and 4 (d, e). */
const set: RegionSet = {
  regions: [region(1, 1, 2), region(2, 3, 5)],
  positions: Int32Array.of(2, 4, 6, 10),
};

/** And an empty one before g. */
const withEmpty: RegionSet = {
  regions: [...set.regions, region(3, 6, 6)],
  positions: Int32Array.of(...set.positions, 12, 12),
};

const stateOf = (text: Text, anchor: number, head: number) =>
  EditorState.create({
    doc: text,
    selection: { anchor, head },
    extensions: [EditorState.languageData.of(() => [{ commentTokens: { line: '//' } }])],
  });

function follow(changes: ChangeSet, on: RegionSet, text: Text) {
  const after = changes.apply(text);
  let id = 100;
  return { ...followEdit(on, changes, text, after, () => id++), after };
}

function edit(from: number, to: number, insert: string, on = set, text = doc) {
  const changes = stateOf(text, 0, 0).changes({ from, to, insert: lines(insert) });
  return follow(changes, on, text);
}

type Command = typeof indentMore;

/** Runs a key command on a selection: one change per line. */
function press(command: Command, from: number, to: number, on = set, text = doc) {
  const state = stateOf(text, from, to);
  let { changes } = state.update({});
  command({ state, dispatch: (transaction) => (changes = transaction.changes) });
  return follow(changes, on, text);
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

test('whoever puts lines beside an empty region means it', () => {
  const empty: RegionSet = { regions: [region(1, 2, 2)], positions: Int32Array.of(4, 4) };
  expect(brief(edit(4, 4, 'new\n', empty))).toEqual([['conflict', 'by-hand', 'new\n']]);
  expect(brief(edit(3, 3, '\nnew', empty))).toEqual([['conflict', 'by-hand', 'b\nnew\n']]);
  expect(brief(edit(3, 4, '', empty))).toEqual([['conflict', 'by-hand', 'bc\n']]);
  const atEnd: RegionSet = { regions: [region(1, 7, 7)], positions: Int32Array.of(14, 14) };
  expect(brief(edit(14, 14, 'x', atEnd))).toEqual([['conflict', 'by-hand', 'x']]);
});

test('an edit within the lines beside an empty region decides nothing about it', () => {
  const empty: RegionSet = { regions: [region(1, 2, 2)], positions: Int32Array.of(4, 4) };
  const open = ['conflict', 'open', ''];
  expect(brief(edit(3, 3, ';', empty))).toEqual([['hand', 'by-hand', 'b;\n'], open]);
  expect(brief(edit(4, 4, ';', empty))).toEqual([open, ['hand', 'by-hand', ';c\n']]);
  expect(brief(edit(2, 4, '', empty))).toEqual([['hand', 'by-hand', ''], open]);
  expect(brief(press(indentMore, 2, 5, empty))).toEqual([
    ['hand', 'by-hand', '  b\n'],
    open,
    ['hand', 'by-hand', '  c\n'],
  ]);
});

test('nor do edits in many of the lines around it, whatever lies before it', () => {
  const empty: RegionSet = { regions: [region(1, 2, 2)], positions: Int32Array.of(4, 4) };
  const open = ['conflict', 'open', ''];
  expect(brief(press(indentMore, 0, 7, empty))).toEqual([
    ['hand', 'by-hand', '  a\n  b\n'],
    open,
    ['hand', 'by-hand', '  c\n  d\n'],
  ]);
  const typedAtThree = stateOf(doc, 0, 0).changes([0, 2, 4].map((from) => ({ from, insert: 'x' })));
  expect(brief(follow(typedAtThree, empty, doc))).toEqual([
    ['hand', 'by-hand', 'xa\nxb\n'],
    open,
    ['hand', 'by-hand', 'xc\n'],
  ]);
  expect(brief(press(toggleComment, 0, 13, withEmpty))).toEqual([
    ['conflict', 'by-hand', '// a\n// b\n// c\n// d\n// e\n// f\n'],
    open,
    ['hand', 'by-hand', '// g\n'],
  ]);
});

test('a key that changes several lines makes one region of those that are one below the other', () => {
  const none: RegionSet = { regions: [], positions: new Int32Array() };
  const indented = press(indentMore, 0, 5, none);
  expect(brief(indented)).toEqual([['hand', 'by-hand', '  a\n  b\n  c\n']]);
  expect(indented.regions[0]?.local).toEqual({ from: 0, to: 3 });
  expect(brief(press(toggleComment, 0, 3))).toEqual([
    ['conflict', 'by-hand', '// a\n// b\n'],
    ['conflict', 'open', 'd\ne\n'],
  ]);
});

test('going on in a region by hand changes no structure', () => {
  const first = edit(2, 2, 'x');
  const second = edit(3, 3, 'y', first, first.after);
  expect(second.isRestructured).toBe(false);
  expect(brief(second)[0]).toEqual(['conflict', 'by-hand', 'xyb\n']);
});

const offset = fc.nat(1_000);
/** Anywhere in the text, at either end as often as between. */
const placeIn = (text: Text, at: number) => at % (text.length + 1);

const typed = fc.tuple(offset, fc.nat(12), fc.constantFrom('', 'x', '\n', 'x\n', 'a\nb', '\n\n'));
const pressed = fc.tuple(offset, fc.nat(12), fc.constantFrom<Command>(indentMore, indentLess, toggleComment));

test('whatever is typed, regions stay whole lines, in order, and account for every line of local', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(typed, pressed), { maxLength: 12 }), (edits) => {
      let state: RegionSet = withEmpty;
      let text = doc;
      for (const [at, length, what] of edits) {
        const from = placeIn(text, at);
        const to = Math.min(text.length, from + length);
        const edited =
          typeof what === 'string' ? edit(from, to, what, state, text) : press(what, from, to, state, text);
        text = edited.after;
        state = edited;
        check(state, text);
      }
    }),
    { numRuns: 200 },
  );
}, 120_000);

const indented = lines(doc.toString().replaceAll(/^(?=.)/gm, '  '));

/** Builds regions at whole lines of `indented`, with the given lengths and gaps. */
function regionsOf(lengths: readonly (readonly [number, number])[]): RegionSet {
  const regions: PaneRegion[] = [];
  let line = 0;
  for (const [before, length] of lengths) {
    const from = line + before;
    line = from + length;
    if (line < 7) regions.push(region(regions.length + 1, from, line));
  }
  return {
    regions,
    positions: Int32Array.from(regions.flatMap(({ local }) => [local.from * 4, local.to * 4])),
  };
}

test('indenting, outdenting and commenting decide about no region without lines', () => {
  const lengths = fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.nat(2)), {
    minLength: 1,
    maxLength: 4,
  });
  fc.assert(
    fc.property(lengths, pressed, (made, [at, length, command]) => {
      const state = regionsOf(made);
      const lastLineEnd = indented.length - 1;
      const from = Math.min(lastLineEnd, at % indented.length);
      const edited = press(command, from, Math.min(lastLineEnd, from + length * 2), state, indented);
      const stillOpen = edited.regions.filter((one) => one.state === 'open').map(({ id }) => id);
      const empty = state.regions.filter(({ local }) => local.from === local.to);
      expect(stillOpen).toEqual(expect.arrayContaining(empty.map(({ id }) => id)));
    }),
    { numRuns: 300 },
  );
});

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
