import type { TestRun, TestRunSummary } from '@atrium/contract/test-runs/test-run';

/** Numbers of selected and of finished tests of a run. Tests deselected at the start don't count. */
export function progressOf({ counts, servicesTests }: Pick<TestRun, 'counts' | 'servicesTests'>) {
  const leftOut = servicesTests.flatMap(({ tests }) => tests.filter(({ action }) => action === 'SKIP'));
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const total = all - leftOut.length;
  const skipped = (counts.SKIPPED ?? 0) - leftOut.length;
  return { total, done: total - skipped - (counts.RUNNING ?? 0) - (counts.PENDING ?? 0) };
}

/** Tests of a run that were not skipped: which of the others were left out at its start is not in a summary. */
export function countUnskipped({ counts }: Pick<TestRunSummary, 'counts'>): number {
  const { SKIPPED: _, ...rest } = counts;
  return Object.values(rest).reduce((sum, count) => sum + count, 0);
}
