import type { ChangeSearch } from '@atrium/contract/test-runs/change-search';
import { toTestId } from '@atrium/contract/test-runs/test';
import type { SearchChange, StoredSearch } from '../test-runs.tables.ts';
import { countMaxRuns, nextProbe } from './next-probe.ts';

/** The version of each service after the first `at` changes. */
export function versionsAt(
  { base, changes }: Pick<StoredSearch, 'base' | 'changes'>,
  at: number,
): Record<string, number> {
  return { ...base, ...Object.fromEntries(changes.slice(0, at)) };
}

/** A stored search as the contract shows it. */
export function toChangeSearch(search: StoredSearch): ChangeSearch {
  const { base, changes, probes, status } = search;
  const step = nextProbe(changes.length, probes);
  return {
    runId: search.runId,
    testId: toTestId(search.serviceId, search.testId),
    status,
    startedAt: search.startedOn.toISOString(),
    finishedAt: search.finishedOn?.toISOString() ?? null,
    passedRunId: search.passedRunId,
    serviceIds: Object.keys(base),
    versions: changes.length,
    left: 'probe' in step ? step.high - step.low : step.end === 'FOUND' ? 1 : changes.length,
    runs: probes.length,
    maxRuns: countMaxRuns(changes.length),
    found: status === 'FOUND' && 'at' in step ? toFound(search, step) : null,
    error: search.error,
  };
}

function toFound(
  search: StoredSearch,
  { at, isConfirmed }: { at: number; isConfirmed: boolean },
): NonNullable<ChangeSearch['found']> {
  const [serviceId, version] = search.changes[at - 1] as SearchChange;
  const ranBefore = search.probes.some((probe) => probe.at === at - 1 && probe.outcome === 'PASSED');
  const before = versionsAt(search, at - 1)[serviceId] ?? 0;
  return { serviceId, version, before, ranBefore, isConfirmed };
}
