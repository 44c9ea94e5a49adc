import { diffLines } from './line-diff.ts';
import { splitLines } from './lines.ts';

/** Lines that only the new text has, and lines that only the old one has. */
export interface ChangeCounts {
  readonly added: number;
  readonly removed: number;
}

/** Number of lines that a change adds and removes, as in `git diff --numstat`: a changed line is one of each. */
export function countChanges(before: string, after: string): ChangeCounts {
  let [added, removed] = [0, 0];
  if (before === after) return { added, removed };
  for (const hunk of diffLines(splitLines(before).lines, splitLines(after).lines)) {
    added += hunk.toB - hunk.fromB;
    removed += hunk.toA - hunk.fromA;
  }
  return { added, removed };
}
