import type { Test } from '@atrium/contract/test-runs/test';
import type { TestRun } from '@atrium/contract/test-runs/test-run';

/** Kinds of difference of a test between two runs, in display order. */
export const TEST_DIFFERENCES = [
  'new failure',
  'fixed',
  'still failing',
  'canceled',
  'skipped',
  'passed now',
  'slower',
  'added',
  'left out',
] as const;
export type TestDifference = (typeof TEST_DIFFERENCES)[number];

export interface ComparedTest {
  id: string;
  fullPath: string;
  difference: TestDifference;
  before: Test | undefined;
  after: Test | undefined;
}

/** A test counts as slower if it took half as long again and noticeably longer. */
const SLOWER_RATIO = 1.5;
export const SLOWER_MS = 50;

/** Compares two runs test by test; tests with the same result are omitted. */
export function compareRuns(before: TestRun, after: TestRun): ComparedTest[] {
  const earlier = testsOf(before);
  const later = testsOf(after);
  return [...new Set([...later.keys(), ...earlier.keys()])]
    .flatMap((id): ComparedTest[] => {
      const [a, b] = [earlier.get(id), later.get(id)];
      const difference = differenceOf(a, b);
      const fullPath = (b ?? a)?.fullPath ?? id;
      return difference ? [{ id, fullPath, difference, before: a, after: b }] : [];
    })
    .toSorted((a, b) => TEST_DIFFERENCES.indexOf(a.difference) - TEST_DIFFERENCES.indexOf(b.difference));
}

function testsOf({ servicesTests }: TestRun): Map<string, Test> {
  return new Map(servicesTests.flatMap(({ tests }) => tests.map((test) => [test.id, test])));
}

/** Differences of tests that neither passed nor failed. */
const withoutResult: Record<string, TestDifference> = { CANCELED: 'canceled', SKIPPED: 'skipped' };

function differenceOf(before: Test | undefined, after: Test | undefined): TestDifference | undefined {
  if (before === undefined) return after?.status === 'FAIL' ? 'new failure' : 'added';
  if (after === undefined) return 'left out';
  if (after.status === 'FAIL') return before.status === 'FAIL' ? 'still failing' : 'new failure';
  if (after.status !== 'OK')
    return after.status === before.status ? undefined : withoutResult[after.status ?? ''];
  if (before.status === 'FAIL') return 'fixed';
  if (before.status !== 'OK') return 'passed now';
  const [was, is] = [before.duration ?? 0, after.duration ?? 0];
  const isSlower = is >= was * SLOWER_RATIO && is - was >= SLOWER_MS;
  return isSlower ? 'slower' : undefined;
}
