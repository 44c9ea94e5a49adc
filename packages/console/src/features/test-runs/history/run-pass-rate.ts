import type { TestRunSummary } from '@atrium/contract/test-runs/test-run';

/** Share of the tests with a result that passed; undefined where none has one. */
export function runPassRate({ counts }: Pick<TestRunSummary, 'counts'>): number | undefined {
  const { OK = 0, FAIL = 0 } = counts;
  return OK + FAIL === 0 ? undefined : OK / (OK + FAIL);
}
