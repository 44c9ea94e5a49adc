import { Change } from '@codemirror/merge';
import type { Hunk } from './hunk.ts';
import { splitLines } from './lines.ts';
import { diffSequences } from './sequence-diff.ts';
import { splitTokens } from './tokens.ts';

/** A changed range in characters; the same four numbers as CodeMirror's `Change`. */
export type CharacterChange = Hunk;

/** Hunks whose characters are compared too; longer ones are marked as a whole. */
const MAX_REFINED_LENGTH = 20_000;

/** Hunks in lines. */
export function diffLines(a: readonly string[], b: readonly string[]): Hunk[] {
  return diffSequences(a, b);
}

/** Changes inside a changed stretch, in whole words. Offsets are relative to the stretch. */
export function refineChange(a: string, b: string): CharacterChange[] {
  if (a === b) return [];
  if (a === '' || b === '' || a.length + b.length > MAX_REFINED_LENGTH) {
    return [{ fromA: 0, toA: a.length, fromB: 0, toB: b.length }];
  }
  const tokensA = splitTokens(a);
  const tokensB = splitTokens(b);
  const startsA = startsOf(tokensA);
  const startsB = startsOf(tokensB);
  return diffSequences(tokensA, tokensB).map((hunk) => ({
    fromA: startsA[hunk.fromA] as number,
    toA: startsA[hunk.toA] as number,
    fromB: startsB[hunk.fromB] as number,
    toB: startsB[hunk.toB] as number,
  }));
}

function startsOf(tokens: readonly string[]): number[] {
  const starts = [0];
  let offset = 0;
  for (const token of tokens) starts.push((offset += token.length));
  return starts;
}

/**
 * Line first, words only inside changed lines: given to a `MergeView` as `diffConfig.override`, it shows a small change
 * in a long file as small, where the character diff alone gives up.
 */
export function diffLinesThenWords(a: string, b: string): Change[] {
  const linesA = splitLines(a);
  const linesB = splitLines(b);
  const changes: Change[] = [];
  for (const hunk of diffLines(linesA.lines, linesB.lines)) {
    const fromA = linesA.starts[hunk.fromA] as number;
    const fromB = linesB.starts[hunk.fromB] as number;
    const textA = a.slice(fromA, linesA.starts[hunk.toA]);
    const textB = b.slice(fromB, linesB.starts[hunk.toB]);
    const inner = refineChange(textA, textB);
    for (const change of inner) {
      changes.push(
        new Change(fromA + change.fromA, fromA + change.toA, fromB + change.fromB, fromB + change.toB),
      );
    }
  }
  return changes;
}
