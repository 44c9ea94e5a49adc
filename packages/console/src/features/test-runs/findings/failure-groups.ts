import type { Test } from '@atrium/contract/test-runs/test';
import type { TestRun } from '@atrium/contract/test-runs/test-run';

/** Tests that failed with the same message. */
export interface FailureGroup {
  /** Stable while the run continues, even if another test becomes the first. */
  key: string;
  /** Message of its first test. */
  message: string;
  tests: Test[];
}

/** Ids, times and numbers that differ between runs and tests with the same cause. */
const PASSING =
  /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+Z?|\b[\da-f]{24,}\b|\b\d{6,}\b/gi;

/** The failures of a run by their messages: the most frequent first, equal ones in the order of the run. */
export function groupFailures({ servicesTests }: Pick<TestRun, 'servicesTests'>): FailureGroup[] {
  const groups = new Map<string, FailureGroup>();
  for (const { tests } of servicesTests) {
    for (const test of tests) {
      if (test.status !== 'FAIL') continue;
      const message = messageOf(test);
      const key = `${test.failureKind} ${message.replaceAll(PASSING, '#').replaceAll(/\s+/g, ' ').trim()}`;
      const group = groups.get(key);
      if (group) group.tests.push(test);
      else groups.set(key, { key, message, tests: [test] });
    }
  }
  return [...groups.values()].toSorted((a, b) => b.tests.length - a.tests.length);
}

/** The failures that the verdict is about: the most frequent reason, or all of them if none is more frequent. */
export function groupInVerdict(groups: readonly FailureGroup[]): FailureGroup | undefined {
  const [largest] = groups;
  if (groups.length === 1 || (largest && largest.tests.length > 1)) return largest;
  return largest && { ...largest, tests: groups.flatMap(({ tests }) => tests) };
}

export function messageOf({ result }: Test): string {
  return typeof result === 'string' && result !== '' ? result : 'The test failed.';
}
