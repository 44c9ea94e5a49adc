import { diffLines } from './line-diff.ts';
import { splitLines } from './lines.ts';

/** How much of two texts is the same, from 0 to 1: lines they share, weighted by their length. */
export function similarity(a: string, b: string): number {
  if (a === b) return 1;
  const { lines, starts } = splitLines(a);
  let shared = a.length;
  for (const hunk of diffLines(lines, splitLines(b).lines)) {
    shared -= (starts[hunk.toA] as number) - (starts[hunk.fromA] as number);
  }
  return shared / Math.max(a.length, b.length);
}
