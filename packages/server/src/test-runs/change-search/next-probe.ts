import type { SearchStatus } from '@atrium/contract/test-runs/change-search';
import type { Probe } from '../test-runs.tables.ts';

/** What to do next: run the test with the first so many changes, or end the search. */
export type NextStep =
  | { probe: number; low: number; high: number }
  | { end: Exclude<SearchStatus, 'RUNNING' | 'CANCELED' | 'ERROR' | 'FOUND'> }
  | { end: 'FOUND'; at: number; isConfirmed: boolean };

/** Enough to try what was found twice, where the history is not too long for that. */
const USUAL_RUNS = 12;

/** How often the test is run at most: both ends, and as often as a history of this length can be halved. */
export function countMaxRuns(changes: number): number {
  return Math.max(USUAL_RUNS, 2 + Math.ceil(Math.log2(Math.max(1, changes))));
}

/**
 * The search by halves, decided anew from what has been tried so far. Whatever the history is like, what it finds is
 * true: the test fails with this change, and does not without it.
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
