import { isDeepStrictEqual } from 'node:util';
import { suggestCombination } from '@atrium/diff/combine';
import { modelMerge } from '@atrium/diff/merge';
import { history, indentMore, isolateHistory, redo, redoDepth, undo, undoDepth } from '@codemirror/commands';
import { EditorState, Text, Transaction } from '@codemirror/state';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  isOpen,
  lineAtOffset,
  type MergeSides,
  offsetOfLine,
  type PaneRegion,
  type SideTexts,
  textOfRange,
} from '../../panes/pane-region.ts';
import { resultOfPick } from '../regions/line-picks.ts';
import { nonConflictingResults, resultsOfChoice } from '../regions/merge-choices.ts';
import { startMerge, toPlainSides } from '../regions/merge-start.ts';
import { choose, type RegionResult } from '../regions/region-choice.ts';
import { regionField, regionsExtension } from '../regions/region-field.ts';
import type { RegionChoice } from '../regions/region-result.ts';
import { fromOf, type RegionSet, toOf } from '../regions/region-spans.ts';

const number = fc.integer({ min: 0, max: 1_000 });

/** User actions on the merged text: choose for one region or all, take a line, type, paste, indent lines. */
type Step =
  | { do: 'choose' | 'chooseAll'; region: number; choice: RegionChoice }
  | { do: 'applyNonConflicting' }
  | { do: 'pick'; region: number; side: 'local' | 'remote'; line: number }
  | { do: 'edit'; at: number; length: number; insert: string }
  | { do: 'indent'; at: number; length: number };

/** Followed back, the second edit would leave two regions of the one. */
const splitByUndo: [MergeSides, Step[]] = [
  { base: null, local: '', remote: '' },
  [
    { do: 'edit', at: 0, length: 0, insert: '\n\n' },
    { do: 'edit', at: 1, length: 1, insert: '' },
  ],
];

const choices = fc.constantFrom<RegionChoice>(
  'local',
  'remote',
  'local-remote',
  'remote-local',
  'base',
  'combined',
  'undo',
);
const edit = fc.record({
  do: fc.constant('edit' as const),
  at: number,
  length: fc.nat(9),
  insert: fc.constantFrom('', 'x', '\n', 'x\n', 'b\nc', '\n\n'),
});
const indent = fc.record({ do: fc.constant('indent' as const), at: number, length: fc.nat(9) });
const reset: Step = { do: 'chooseAll', region: 0, choice: 'undo' };
const steps = fc.array(
  fc.oneof<fc.Arbitrary<Step>[]>(
    fc.record({ do: fc.constantFrom('choose', 'chooseAll'), region: number, choice: choices }),
    fc.record({ do: fc.constant('applyNonConflicting') }),
    fc.record({
      do: fc.constant('pick'),
      region: number,
      side: fc.constantFrom('local', 'remote'),
      line: number,
    }),
    edit,
    indent,
  ),
  { maxLength: 15 },
);
const side = fc
  .array(fc.constantFrom('a\n', 'b\n', 'c\n', 'const x = y;\n'), { maxLength: 12 })
  .chain((lines) => fc.constantFrom(lines.join(''), `${lines.join('')}end`));
const sides = fc.record({ base: fc.option(side), local: side, remote: side });

function open(given: MergeSides) {
  const plain = toPlainSides(given);
  const start = startMerge(plain, modelMerge(plain.base, plain.local, plain.remote));
  const doc = (text: string) => Text.of(text.split('\n'));
  const texts = { base: doc(start.base), local: doc(start.local), remote: doc(start.remote) };
  const state = EditorState.create({
    doc: start.merged,
    extensions: [EditorState.lineSeparator.of('\n'), history(), regionsExtension(start)],
  });
  return { texts, state };
}

/** Texts between the open regions, one per gap. */
function outside(state: EditorState, stretches: readonly (readonly [from: number, to: number])[]): string[] {
  const cuts = [0, ...stretches.flat(), state.doc.length];
  return Array.from({ length: cuts.length / 2 }, (_, at) =>
    state.doc.sliceString(cuts[at * 2] as number, cuts[at * 2 + 1]),
  );
}

const panes = ['local', 'remote'] as const;

/** Initial range of a region's lines in the merged text. */
function stretchAtFirst(first: EditorState, region: PaneRegion): readonly [from: number, to: number] {
  const set = first.field(regionField);
  const isOf = (one: PaneRegion) =>
    panes.every((pane) => region[pane].from <= one[pane].from && one[pane].to <= region[pane].to);
  const at = set.regions.findIndex(isOf);
  const last = set.regions.findLastIndex(isOf);
  const linesBefore = (set.regions[at]?.local.from ?? 0) - region.local.from;
  const linesAfter = region.local.to - (set.regions[last]?.local.to ?? 0);
  const offset = (from: number, lines: number) =>
    offsetOfLine(first.doc, lineAtOffset(first.doc, from) + lines);
  return [offset(fromOf(set, at), -linesBefore), offset(toOf(set, last), linesAfter)];
}

/** `isGrouped`: typing at one place is one step of undo, as in the dialog; else every edit is its own. */
function take(state: EditorState, step: Step, texts: SideTexts, isGrouped = false): EditorState {
  if (step.do === 'edit' || step.do === 'indent') {
    const from = step.at % (state.doc.length + 1);
    const to = Math.min(state.doc.length, from + step.length);
    if (step.do === 'indent') return indented(state, from, to);
    const annotations = isGrouped
      ? Transaction.userEvent.of(step.insert === '' ? 'delete' : 'input.type')
      : isolateHistory.of('full');
    return state.update({ changes: { from, to, insert: step.insert }, annotations }).state;
  }
  const results = resultsOf(state.field(regionField).regions, step, texts);
  return results.length === 0 ? state : state.update(choose(state, results)).state;
}

function indented(state: EditorState, anchor: number, head: number): EditorState {
  const selected = state.update({
    selection: { anchor, head },
    annotations: isolateHistory.of('full'),
  }).state;
  return run(selected, indentMore);
}

function resultsOf(
  regions: readonly PaneRegion[],
  step: Exclude<Step, { do: 'edit' | 'indent' }>,
  texts: SideTexts,
): RegionResult[] {
  if (step.do === 'applyNonConflicting') return nonConflictingResults(regions, texts, () => true);
  const index = regions.length === 0 ? -1 : step.region % regions.length;
  const region = regions[index];
  if (!region) return [];
  if (step.do === 'pick') {
    const { from, to } = region[step.side];
    if (from === to) return [];
    return [resultOfPick(region, index, { side: step.side, line: from + (step.line % (to - from)) }, texts)];
  }
  return resultsOfChoice(
    regions,
    (one) => step.do === 'chooseAll' || one === region,
    step.choice,
    texts,
    (one) =>
      suggestCombination(
        textOfRange(texts.base, one.base),
        textOfRange(texts.local, one.local),
        textOfRange(texts.remote, one.remote),
      ),
  );
}

/** Text, states and places: all that a person sees of the merge. */
const seen = (state: EditorState) => {
  const { regions, positions } = state.field(regionField);
  return { text: state.doc.toString(), regions, positions: [...positions] };
};

function run(state: EditorState, command: typeof undo): EditorState {
  let next = state;
  command({ state, dispatch: (transaction) => (next = transaction.state) });
  return next;
}

test('undo restores text, states and places, step by step back to the start; redo does the same forward', () => {
  fc.assert(
    fc.property(sides, steps, (given, taken) => {
      let { state, texts } = open(given);
      const history = [seen(state)];
      for (const step of taken) {
        const depth = undoDepth(state);
        state = take(state, step, texts);
        const after = seen(state);
        expect(doRegionsFit(state.field(regionField), state.doc, texts.local)).toBe(true);
        const steps = undoDepth(state) - depth;
        expect(steps === 1 || isDeepStrictEqual(after, history.at(-1))).toBe(true);
        if (steps > 0) history.push(after);
      }
      for (let at = history.length - 2; at >= 0; at--) {
        state = run(state, undo);
        expect(seen(state)).toEqual(history[at]);
      }
      expect(undoDepth(state)).toBe(0);
      for (const after of history.slice(1)) {
        state = run(state, redo);
        expect(seen(state)).toEqual(after);
      }
      expect(redoDepth(state)).toBe(0);
    }),
    { numRuns: 300, examples: [splitByUndo] },
  );
});

test('typing in one go is undone in one go, and then everything is as it was', () => {
  fc.assert(
    fc.property(sides, steps, (given, taken) => {
      let { state, texts } = open(given);
      const start = seen(state);
      for (const step of taken) state = take(state, step, texts, true);
      const end = seen(state);
      while (undoDepth(state) > 0) state = run(state, undo);
      expect(seen(state)).toEqual(start);
      while (redoDepth(state) > 0) state = run(state, redo);
      expect(seen(state)).toEqual(end);
    }),
    { numRuns: 200 },
  );
});

/** Something is pasted over two changes: one of each side, in either order, or one of remote and one of both. */
const base = 'a\nb\nc\nd\ne\n';
const pasted: Step[] = [{ do: 'edit', at: 2, length: 6, insert: 'x\n' }];
const pastedOverBoth: [MergeSides, Step[]][] = [
  [{ base, local: 'a\nL\nc\nd\ne\n', remote: 'a\nb\nc\nR\ne\n' }, pasted],
  [{ base, local: 'a\nb\nc\nL\ne\n', remote: 'a\nR\nc\nd\ne\n' }, pasted],
  [{ base, local: 'a\nS\nc\nd\ne\n', remote: 'a\nS\nc\nR\ne\n' }, pasted],
];

/** Only one side has changes, so nothing is open. */
const oneSide = fc.tuple(side, side, fc.boolean()).map(([base, changed, isLocal]) => ({
  base,
  local: isLocal ? changed : base,
  remote: isLocal ? base : changed,
}));

test('Reset brings back what the merge made of both sides, or leaves open what it no longer tells apart', () => {
  fc.assert(
    fc.property(
      fc.oneof(sides, oneSide),
      fc.array<Step>(fc.oneof(edit, indent), { maxLength: 5 }),
      (given, taken) => {
        const { state: first, texts } = open(given);
        const state = [...taken, reset].reduce((before, step) => take(before, step, texts), first);
        const set = state.field(regionField);
        const stillOpen = set.regions.flatMap((region, index) =>
          isOpen(region)
            ? [
                {
                  now: [fromOf(set, index), toOf(set, index)] as const,
                  before: stretchAtFirst(first, region),
                },
              ]
            : [],
        );
        const before = outside(
          first,
          stillOpen.map((one) => one.before),
        );
        expect(
          outside(
            state,
            stillOpen.map(({ now }) => now),
          ),
        ).toEqual(before);
      },
    ),
    { numRuns: 300, examples: pastedOverBoth },
  );
});

test('a side whose last line has no end is not joined with what was typed after it', () => {
  const { state, texts } = open({ base: 'a\nb\n', local: 'a\nB\n', remote: 'a\nbb' });
  const remote: Step = { do: 'choose', region: 0, choice: 'remote' };
  const typed = take(state, { do: 'edit', at: state.doc.length, length: 0, insert: 'x' }, texts);
  expect(take(typed, remote, texts).doc.toString()).toBe('a\nbb\nx');
  expect(take(state, remote, texts).doc.toString()).toBe('a\nbb');
  const picked = take(typed, { do: 'pick', region: 0, side: 'remote', line: 0 }, texts);
  expect(picked.doc.toString()).toBe('a\nbb\nx');
});

/**
 * Whether the regions fit the merged text: whole lines, in order, with as many lines between them as in local.
 * Otherwise they can't be rendered, and a choice for one would overwrite lines of another.
 */
function doRegionsFit(set: RegionSet, merged: Text, local: Text): boolean {
  const { length } = merged;
  let end = 0;
  let past = 0;
  const isFitting = ({ local: side }: PaneRegion, index: number) => {
    const from = fromOf(set, index);
    const to = toOf(set, index);
    if (!(end <= from && from <= to && to <= length)) return false;
    if (![from, to].every((offset) => offset === length || merged.lineAt(offset).from === offset))
      return false;
    if (linesOf(merged, end, from) !== side.from - past) return false;
    end = to;
    past = side.to;
    return true;
  };
  const all = set.regions.every(isFitting);
  return all && linesOf(merged, end, length) === lineAtOffset(local, local.length) - past;
}

const linesOf = (doc: Text, from: number, to: number) => lineAtOffset(doc, to) - lineAtOffset(doc, from);
