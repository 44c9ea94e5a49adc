import type { Hunk } from './hunk.ts';
import type { LineRange } from './region.ts';

/** Lines shown around a change in the diff viewer and the merge dialog. */
export const CONTEXT_LINES = 10;
/** Shorter stretches are not worth a button. */
const MIN_FOLDED_LINES = 4;

/** An unchanged stretch that is hidden, at its place in both sides. */
export interface FoldedStretch {
  readonly a: LineRange;
  readonly b: LineRange;
}

/** The stretches that are further than `context` lines away from every hunk. */
export function foldUnchanged(
  hunks: readonly Hunk[],
  lengthA: number,
  context = CONTEXT_LINES,
): FoldedStretch[] {
  const folded: FoldedStretch[] = [];
  let endA = 0;
  let endB = 0;
  const addStretch = (toA: number, isFirst: boolean, isLast: boolean) => {
    const before = isFirst ? 0 : context;
    const after = isLast ? 0 : context;
    const from = endA + before;
    const to = toA - after;
    if (to - from < MIN_FOLDED_LINES) return;
    const shift = endB - endA;
    folded.push({ a: { from, to }, b: { from: from + shift, to: to + shift } });
  };
  hunks.forEach((hunk, index) => {
    addStretch(hunk.fromA, index === 0, false);
    endA = hunk.toA;
    endB = hunk.toB;
  });
  if (hunks.length > 0) addStretch(lengthA, false, true);
  return folded;
}

/** One block of a unified diff: hunks whose contexts meet, with the lines around them. */
export interface UnifiedBlock {
  readonly a: LineRange;
  readonly b: LineRange;
  readonly lines: readonly UnifiedLine[];
}

export interface UnifiedLine {
  readonly type: 'context' | 'removed' | 'added';
  readonly text: string;
  /** Line numbers from 1; absent on the side that does not have the line. */
  readonly lineA?: number;
  readonly lineB?: number;
}

/** The diff as blocks of lines, each change with `context` unchanged lines before and after it. */
export function unifiedBlocks(
  hunks: readonly Hunk[],
  a: readonly string[],
  b: readonly string[],
  context = CONTEXT_LINES,
): UnifiedBlock[] {
  const blocks: UnifiedBlock[] = [];
  for (let index = 0; index < hunks.length; ) {
    const group = [hunks[index] as Hunk];
    while (++index < hunks.length) {
      const next = hunks[index] as Hunk;
      if (next.fromA - (group.at(-1) as Hunk).toA > 2 * context) break;
      group.push(next);
    }
    blocks.push(blockOf(group, a, b, context));
  }
  return blocks;
}

function blockOf(
  group: readonly Hunk[],
  a: readonly string[],
  b: readonly string[],
  context: number,
): UnifiedBlock {
  const first = group[0] as Hunk;
  const last = group.at(-1) as Hunk;
  const lead = Math.min(context, first.fromA);
  const trail = Math.min(context, a.length - last.toA);
  const lines: UnifiedLine[] = [];
  let posA = first.fromA - lead;
  let posB = first.fromB - lead;
  const range = { a: { from: posA, to: last.toA + trail }, b: { from: posB, to: last.toB + trail } };
  const contextUntil = (end: number) => {
    while (posA < end) {
      lines.push({ type: 'context', text: a[posA] as string, lineA: ++posA, lineB: ++posB });
    }
  };
  for (const hunk of group) {
    contextUntil(hunk.fromA);
    while (posA < hunk.toA) lines.push({ type: 'removed', text: a[posA] as string, lineA: ++posA });
    while (posB < hunk.toB) lines.push({ type: 'added', text: b[posB] as string, lineB: ++posB });
  }
  contextUntil(range.a.to);
  return { ...range, lines };
}
