import type { SearchStatus } from '@atrium/contract/test-runs/change-search';
import type { Probe } from '../test-runs.tables.ts';

/** Next step: run the test with the first `at` changes, or end the search. */
export type NextStep =
  | { probe: number; low: number; high: number }
  | { end: Exclude<SearchStatus, 'RUNNING' | 'CANCELED' | 'ERROR' | 'FOUND'> }
  | { end: 'FOUND'; at: number; isConfirmed: boolean };

/** Enough to check the result twice, unless the history is too long. */
const USUAL_RUNS = 12;

/** Maximum number of test runs: both ends, and one per halving of a history of this length. */
export function countMaxRuns(changes: number): number {
  return Math.max(USUAL_RUNS, 2 + Math.ceil(Math.log2(Math.max(1, changes))));
}

/**
 * Binary search, decided again from the probes so far. Its result holds for any history: the test fails with this
 * change, and does not fail without it.
 */
export function nextProbe(changes: number, probes: readonly Probe[]): NextStep {
  if (changes === 0) return { end: 'UNCHANGED' };
  const fails = (at: number) =>
    probes.filter((probe) => probe.at === at).map(({ outcome }) => outcome === 'FAILED');
  let low = 0;
  let high = changes;
  // Each end has one result already, that of its run: it must come out the same.
  const ends = [
    [high, true, 'PASSES_NOW'],
    [low, false, 'FAILED_BEFORE'],
  ] as const;
  for (const [at, wanted, otherwise] of ends) {
    const [first, second] = fails(at);
    if (first === undefined) return { probe: at, low, high };
    if (first === wanted) continue;
    if (second === undefined) return { probe: at, low, high };
    return { end: second === wanted ? 'FLAKY' : otherwise };
  }
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    const [isFailing] = fails(middle);
    if (isFailing === undefined) return { probe: middle, low, high };
    if (isFailing) high = middle;
    else low = middle;
  }
  for (const at of [high, low]) {
    const [first, second] = fails(at);
    if (second === undefined && probes.length < countMaxRuns(changes)) return { probe: at, low, high };
    if (second !== undefined && first !== second) return { end: 'FLAKY' };
  }
  return { end: 'FOUND', at: high, isConfirmed: [high, low].every((at) => fails(at).length > 1) };
}
