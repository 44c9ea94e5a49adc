import type { Hunk } from './hunk.ts';
import { diffLines } from './line-diff.ts';
import { splitLines } from './lines.ts';

/** A line of the newest text whose origin is not known yet, and where it is in the text that is looked at. */
interface Pending {
  readonly line: number;
  readonly at: number;
}

/**
 * Returns the text that introduced each line of the newest one. `texts` are sorted from newest to oldest. Lines
 * that the oldest text already has are attributed to it.
 */
export function blameLines(texts: readonly string[]): number[] {
  const [newest = '', ...others] = texts;
  let newer = splitLines(newest).lines;
  const origins = newer.map(() => texts.length - 1);
  let pending = newer.map((_, line): Pending => ({ line, at: line }));
  for (const [index, text] of others.entries()) {
    if (pending.length === 0) break;
    const older = splitLines(text).lines;
    const { kept, brought } = split(pending, diffLines(older, newer));
    for (const line of brought) origins[line] = index;
    [pending, newer] = [kept, older];
  }
  return origins;
}

/** Lines that the older text has, too, with their indexes there, and lines that the newer one introduced. */
function split(pending: readonly Pending[], hunks: readonly Hunk[]) {
  const kept: Pending[] = [];
  const brought: number[] = [];
  let next = 0;
  let shift = 0;
  for (const { line, at } of pending) {
    for (let hunk = hunks[next]; hunk && hunk.toB <= at; hunk = hunks[++next]) shift = hunk.toA - hunk.toB;
    const hunk = hunks[next];
    if (hunk && hunk.fromB <= at) brought.push(line);
    else kept.push({ line, at: at + shift });
  }
  return { kept, brought };
}
