import { modelMerge } from '@atrium/diff/merge';
import { expect, test } from 'vitest';
import type { MergeDraft } from '../drafts/merge-draft.ts';
import type { MergeSides, PaneRegion } from '../panes/pane-region.ts';
import { findMarker } from './regions/merge-counts.ts';
import { startMerge, toPlainSides } from './regions/merge-start.ts';
import { resumeDraft } from './resume-draft.ts';

const text = (...changes: [line: number, to: string][]) => {
  const lines = Array.from({ length: 12 }, (_, line) => `line ${line}`);
  for (const [line, to] of changes) lines[line] = to;
  return `${lines.join('\n')}\n`;
};
/** Sides with a conflict (line 5) and a remote change (line 10). */
const sides = {
  base: text(),
  local: text([5, 'five of local']),
  remote: text([5, 'five of remote'], [10, 'ten of remote']),
};
const laterLocal = text([1, 'one of local'], [5, 'five of local']);

const startOf = (of: MergeSides) => {
  const plain = toPlainSides(of);
  return startMerge(plain, modelMerge(plain.base, plain.local, plain.remote));
};

/** The draft as the dialog saves it, after a decision for remote where there is a conflict. */
function draftOf(
  of: MergeSides,
  { isDecided = true, files = of, draftSide = null }: Partial<MergeDraft> & { isDecided?: boolean } = {},
): MergeDraft {
  const { regions, positions, merged } = startOf(of);
  const decide = (region: PaneRegion): PaneRegion => ({ ...region, state: 'by-hand' });
  return {
    // The replacement has the same length, so that no position moves.
    merged: isDecided ? merged.replace('line 5', 'line V') : merged,
    regions: regions.map((region) => (isDecided && region.kind === 'conflict' ? decide(region) : region)),
    positions,
    savedAt: '2026-01-01T00:00:00.000Z',
    ...of,
    files,
    draftSide,
  };
}

test('while local is the same, a draft goes on exactly where it stopped', () => {
  const draft = draftOf(sides);
  expect(resumeDraft(draft, sides)).toMatchObject({ sides, draft, draftSide: null });
});

test('where local moved, what the draft decided is merged on top of it', () => {
  const resumed = resumeDraft(draftOf(sides), { ...sides, local: laterLocal });
  expect(resumed.draftSide).toBe('remote');
  expect(resumed.draft).toBeUndefined();
  expect(startOf(resumed.sides).merged).toBe(text([1, 'one of local'], [5, 'line V'], [10, 'ten of remote']));
});

test('a draft made on top goes on over the sides it was made on, not over the files’ own', () => {
  const current = { ...sides, local: laterLocal };
  const { sides: onTop, draftSide } = resumeDraft(draftOf(sides), current);
  const second = draftOf(onTop, { isDecided: false, files: current, draftSide });
  const again = resumeDraft(second, current);
  expect(again).toMatchObject({ sides: onTop, draft: second, draftSide: 'remote' });
  const { regions, positions, merged } = startOf(again.sides);
  expect([second.regions, second.positions, second.merged]).toEqual([regions, positions, merged]);
});

test('a draft made on top is merged on top once more when local moves again', () => {
  const current = { ...sides, local: laterLocal };
  const { sides: onTop, draftSide } = resumeDraft(draftOf(sides), current);
  const second = draftOf(onTop, { isDecided: false, files: current, draftSide });
  const newest = laterLocal.replace('line 3', 'three of local');
  expect(startOf(resumeDraft(second, { ...sides, local: newest }).sides).merged).toBe(
    text([1, 'one of local'], [3, 'three of local'], [5, 'line V'], [10, 'ten of remote']),
  );
});

test('where remote moved (another pull), its changes are merged into the draft', () => {
  const laterRemote = sides.remote.replace('line 7', 'seven of remote');
  const resumed = resumeDraft(draftOf(sides), { ...sides, remote: laterRemote });
  expect(resumed.draftSide).toBe('local');
  expect(resumed.sides.remote).toBe(laterRemote);
  expect(startOf(resumed.sides).merged).toBe(
    text([5, 'line V'], [7, 'seven of remote'], [10, 'ten of remote']),
  );
  // A newer remote change reopens a conflict that the draft decided differently.
  const again = resumeDraft(draftOf(sides), { ...sides, remote: text([5, 'fifth of remote']) });
  expect(startOf(again.sides).regions).toMatchObject([{ kind: 'conflict', state: 'open' }, {}]);
});

test('where both moved, nothing of either is lost', () => {
  const laterRemote = sides.remote.replace('line 7', 'seven of remote');
  const resumed = resumeDraft(draftOf(sides), { ...sides, local: laterLocal, remote: laterRemote });
  expect(startOf(resumed.sides).merged).toBe(
    text([1, 'one of local'], [5, 'line V'], [7, 'seven of remote'], [10, 'ten of remote']),
  );
  const against = resumeDraft(draftOf(sides), {
    ...sides,
    local: text([5, 'fifth of local']),
    remote: laterRemote,
  });
  const { merged } = startOf(against.sides);
  expect(merged).toContain('<<<<<<< local\nfifth of local\n||||||| base\nfive of local\n=======\nline V\n');
  expect(findMarker(merged, startOf(against.sides).local)).toBe(6);
});

test('what was still open is not taken for a decision: it stands between markers', () => {
  const resumed = resumeDraft(draftOf(sides, { isDecided: false }), { ...sides, local: laterLocal });
  const { merged } = startOf(resumed.sides);
  expect(merged).toContain(
    '<<<<<<< local\nfive of local\n||||||| base\nline 5\n=======\nfive of remote\n>>>>>>> remote\n',
  );
  expect(merged).toContain('one of local');
  expect(findMarker(merged, laterLocal)).toBe(6);
  const twoWay = resumeDraft(draftOf({ ...sides, base: null }, { isDecided: false }), {
    ...sides,
    local: laterLocal,
  });
  expect(twoWay.sides.remote).toContain('<<<<<<< local\nfive of local\n=======\nfive of remote\n>>>>>>>');
});

test('the draft as a side has the line endings of local, so nothing false is told of them', () => {
  const crlf = (of: string) => of.replaceAll('\n', '\r\n');
  const draft = draftOf({ base: crlf(sides.base), local: crlf(sides.local), remote: crlf(sides.remote) });
  const resumed = resumeDraft(draft, { ...draft, local: crlf(laterLocal) });
  expect(toPlainSides(resumed.sides).facts).toEqual([]);
});
