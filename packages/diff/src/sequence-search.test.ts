import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { openGitMergeFile } from '../test/git-merge-file.ts';
import { HARD_FILES } from '../test/hard-files.ts';
import { randomOf } from '../test/realistic-edits.ts';
import { merge3 } from './merge.ts';
import { searchChanges } from './sequence-search.ts';

const git = openGitMergeFile();
afterAll(() => git.close());

const hard = Object.entries(HARD_FILES).flatMap(([name, sides]) =>
  [300, 1000, 6000].map((count) => ({ name, count, sides })),
);

test.each(hard)(
  "$name: $count lines are merged to git's very text",
  ({ sides, count }) => {
    const [base, local, remote] = sides(randomOf(count), count).map((lines) => `${lines.join('\n')}\n`) as [
      string,
      string,
      string,
    ];
    expect(merge3(base, local, remote).text === git.merge(base, local, remote).text).toBe(true);
  },
  60_000,
);

test('what is left unchanged is the same on both sides, and the most there is as long as the search is exact', () => {
  const ids = fc.array(fc.nat({ max: 5 }), { maxLength: 40 });
  fc.assert(
    fc.property(ids, ids, (a, b) => {
      const changed = searchChanges(Uint32Array.from(a), Uint32Array.from(b));
      const keptA = a.filter((_, index) => !changed.a[index]);
      expect(b.filter((_, index) => !changed.b[index])).toEqual(keptA);
      expect(keptA).toHaveLength(longestCommon(a, b));
    }),
    { numRuns: 500 },
  );
}, 60_000);

/** How many elements two sequences have in common in the same order, by the book. */
function longestCommon(a: readonly number[], b: readonly number[]): number {
  let row = Array.from({ length: b.length + 1 }, () => 0);
  for (const inA of a) {
    const next = [0];
    b.forEach((inB, index) => {
      next.push(
        inA === inB ? (row[index] as number) + 1 : Math.max(row[index + 1] as number, next[index] as number),
      );
    });
    row = next;
  }
  return row[b.length] as number;
}
