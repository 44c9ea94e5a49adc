import { CONTEXT_LINES } from './context.ts';
import type { Hunk } from './hunk.ts';
import type { LineRange } from './region.ts';

/** A block of a unified diff: hunks whose contexts overlap, with their context lines. */
export interface UnifiedBlock {
  readonly a: LineRange;
  readonly b: LineRange;
  readonly lines: readonly UnifiedLine[];
}

interface UnifiedLine {
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
