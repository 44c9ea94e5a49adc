import { isDeepStrictEqual } from 'node:util';
import { suggestCombination } from '@atrium/diff/combine';
import { modelMerge } from '@atrium/diff/merge';
import { history, isolateHistory, redo, redoDepth, undo, undoDepth } from '@codemirror/commands';
import { EditorState, Text, Transaction } from '@codemirror/state';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { resultOfPick } from './line-picks.ts';
import { nonConflictingResults, resultsOfChoice } from './merge-choices.ts';
import { type MergeSides, startMerge } from './merge-start.ts';
import { type PaneRegion, type SideTexts, textOfRange } from './pane-region.ts';
import { toPlainSides } from './plain-sides.ts';
import { choose, type RegionResult } from './region-choice.ts';
import { regionField, regionsExtension } from './region-field.ts';
import type { RegionChoice } from './region-result.ts';

const number = fc.integer({ min: 0, max: 1_000 });

/** What a user can do with the merged text: choose for one region or for all, take a line, type, or paste. */
type Step =
  | { do: 'choose' | 'chooseAll'; region: number; choice: RegionChoice }
  | { do: 'applyNonConflicting' }
  | { do: 'pick'; region: number; side: 'local' | 'remote'; line: number }
  | { do: 'edit'; at: number; length: number; insert: string };

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
  length: fc.integer({ min: 0, max: 9 }),
  insert: fc.constantFrom('', 'x', '\n', 'x\n', 'b\nc', '\n\n'),
});
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

/** `isGrouped`: typing at one place is one step of undo, as in the dialog; else every edit is its own. */
function take(state: EditorState, step: Step, texts: SideTexts, isGrouped = false): EditorState {
  if (step.do === 'edit') {
    const from = Math.min(step.at, state.doc.length);
    const to = Math.min(state.doc.length, from + step.length);
    const annotations = isGrouped
      ? Transaction.userEvent.of(step.insert === '' ? 'delete' : 'input.type')
      : isolateHistory.of('full');
    return state.update({ changes: { from, to, insert: step.insert }, annotations }).state;
  }
  const results = resultsOf(state.field(regionField).regions, step, texts);
  return results.length === 0 ? state : state.update(choose(state, results)).state;
}

function resultsOf(
  regions: readonly PaneRegion[],
  step: Exclude<Step, { do: 'edit' }>,
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

test('Reset brings back what the merge made of both sides, or leaves open what it no longer tells apart', () => {
  fc.assert(
    fc.property(sides, fc.array<Step>(edit, { maxLength: 5 }), (given, taken) => {
      let { state, texts } = open(given);
      const start = state.doc.toString();
      for (const step of [...taken, reset]) state = take(state, step, texts);
      const isAnyOpen = state.field(regionField).regions.some((region) => region.state === 'open');
      expect(isAnyOpen || state.doc.toString() === start).toBe(true);
    }),
    { numRuns: 300, examples: pastedOverBoth },
  );
});
