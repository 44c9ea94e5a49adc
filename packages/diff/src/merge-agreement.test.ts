import { afterAll, expect, test } from 'vitest';
import { openGitMergeFile } from '../test/git-merge-file.ts';
import { buildSource, editSource, randomOf } from '../test/realistic-edits.ts';
import { merge3 } from './merge.ts';

const CASES = 240;
const LEAST_AGREEMENT = 0.99;

const git = openGitMergeFile();
afterAll(() => git.close());

test(`agrees with git merge-file in at least 99 % of ${CASES} realistic merges, and none is clean where git conflicts`, () => {
  const different: number[] = [];
  const cleanOnlyHere: number[] = [];
  let conflicts = 0;
  for (let seed = 1; seed <= CASES; seed++) {
    const random = randomOf(seed);
    const base = buildSource(random);
    const ending = seed % 5 === 0 ? '\r\n' : '\n';
    const sides = [base, editSource(random, base), editSource(random, base)].map(
      // Every eighth case ends without a newline, every fifth has the line endings of Windows: each with and without the other.
      (lines) => lines.join(ending) + (seed % 8 === 0 ? '' : ending),
    ) as [string, string, string];
    const ours = merge3(...sides);
    const theirs = git.merge(...sides);
    if (!theirs.isClean) conflicts++;
    if (ours.isClean && !theirs.isClean) cleanOnlyHere.push(seed);
    if (ours.text !== theirs.text) different.push(seed);
  }
  expect(cleanOnlyHere).toEqual([]);
  // The list first: it names the cases to look at when the share falls.
  expect(different.length / CASES > 1 - LEAST_AGREEMENT ? different : []).toEqual([]);
  // A set without conflicts, or with nothing else, would prove little.
  expect(conflicts).toBeGreaterThan(CASES / 10);
  expect(conflicts).toBeLessThan((CASES * 9) / 10);
}, 300_000);
