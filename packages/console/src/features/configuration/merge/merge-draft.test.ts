import { modelMerge } from '@atrium/diff/merge';
import { expect, test } from 'vitest';
import { findMarker } from './merge-counts.ts';
import { type MergeDraft, resumeDraft } from './merge-draft.ts';
import { type MergeSides, startMerge, toPlainSides } from './merge-start.ts';
import type { PaneRegion } from './pane-region.ts';

const text = (...changes: [line: number, to: string][]) => {
  const lines = Array.from({ length: 12 }, (_, line) => `line ${line}`);
  for (const [line, to] of changes) lines[line] = to;
  return `${lines.join('\n')}\n`;
};
/** One conflict (line 5), and a change of remote (line 10). */
const sides = {
  base: text(),
  local: text([5, 'five of local']),
  remote: text([5, 'five of remote'], [10, 'ten of remote']),
};
const newLocal = text([1, 'one of local'], [5, 'five of local']);

const startOf = (of: MergeSides) => {
  const plain = toPlainSides(of);
  return startMerge(plain, modelMerge(plain.base, plain.local, plain.remote));
};

/** The draft as the dialog saves it, after a decision for remote where there is a conflict. */
function draftOf(of: MergeSides, isDecided = true, isOnTop = false): MergeDraft {
  const { regions, positions, merged } = startOf(of);
  const decide = (region: PaneRegion): PaneRegion => ({ ...region, state: 'by-hand' });
  return {
    // As long as what it replaces, so that no position moves.
    merged: isDecided ? merged.replace('line 5', 'line V') : merged,
    regions: regions.map((region) => (isDecided && region.kind === 'conflict' ? decide(region) : region)),
    positions,
    savedAt: '2026-01-01T00:00:00.000Z',
    ...of,
    isOnTop,
  };
}

test('while local is the same, a draft goes on exactly where it stopped', () => {
  const draft = draftOf(sides);
  expect(resumeDraft(draft, sides)).toMatchObject({ sides, draft, isOnTop: false });
});

test('where local moved, what the draft decided is merged on top of it', () => {
  const resumed = resumeDraft(draftOf(sides), { ...sides, local: newLocal });
  expect(resumed.isOnTop).toBe(true);
  expect(resumed.draft).toBeUndefined();
  expect(startOf(resumed.sides).merged).toBe(text([1, 'one of local'], [5, 'line V'], [10, 'ten of remote']));
});

test('a draft made on top goes on over the sides it was made on, not over the files’ own', () => {
  const current = { ...sides, local: newLocal };
  const onTop = resumeDraft(draftOf(sides), current);
  const second = draftOf(onTop.sides, false, true);
  const again = resumeDraft(second, current);
  expect(again).toMatchObject({ sides: onTop.sides, draft: second, isOnTop: true });
  const { regions, positions, merged } = startOf(again.sides);
  expect([second.regions, second.positions, second.merged]).toEqual([regions, positions, merged]);
});

test('a draft made on top is merged on top once more when local moves again', () => {
  const onTop = resumeDraft(draftOf(sides), { ...sides, local: newLocal });
  const newest = newLocal.replace('line 3', 'three of local');
  const again = resumeDraft(draftOf(onTop.sides, false, true), { ...sides, local: newest });
  expect(startOf(again.sides).merged).toBe(
    text([1, 'one of local'], [3, 'three of local'], [5, 'line V'], [10, 'ten of remote']),
  );
});

test('what was still open is not taken for a decision: it stands between markers', () => {
  const resumed = resumeDraft(draftOf(sides, false), { ...sides, local: newLocal });
  const { merged } = startOf(resumed.sides);
  expect(merged).toContain(
    '<<<<<<< local\nfive of local\n||||||| base\nline 5\n=======\nfive of remote\n>>>>>>> remote\n',
  );
  expect(merged).toContain('one of local');
  expect(findMarker(merged, newLocal)).toBe(6);
  const twoWay = resumeDraft(draftOf({ ...sides, base: null }, false), { ...sides, local: newLocal });
  expect(twoWay.sides.remote).toContain('<<<<<<< local\nfive of local\n=======\nfive of remote\n>>>>>>>');
});

test('the draft as a side has the line endings of local, so nothing false is told of them', () => {
  const crlf = (of: string) => of.replaceAll('\n', '\r\n');
  const draft = draftOf({ base: crlf(sides.base), local: crlf(sides.local), remote: crlf(sides.remote) });
  const resumed = resumeDraft(draft, { ...sides, local: crlf(newLocal) });
  expect(toPlainSides(resumed.sides).facts).toEqual([]);
});
