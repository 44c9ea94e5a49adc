import { RETRIED_LETTER } from '@atrium/contract/test-runs/test-history';
import type { RunVersion } from './test-history.repository.ts';

/**
 * Runs against the same versions of all services, as places in the list of runs; runs that stand alone, or of which a
 * version is unknown, are left out. `versions` are sorted by run and service.
 */
export function sameVersions(runIds: readonly string[], versions: readonly RunVersion[]): number[][] {
  const keys = new Map<string, string>();
  const unknown = new Set<string>();
  for (const { runId, serviceId, version } of versions) {
    if (version === null) unknown.add(runId);
    keys.set(runId, `${keys.get(runId) ?? ''}${serviceId} ${version}\n`);
  }
  const groups = new Map<string, number[]>();
  runIds.forEach((runId, place) => {
    const key = keys.get(runId);
    if (key === undefined || unknown.has(runId)) return;
    groups.set(key, [...(groups.get(key) ?? []), place]);
  });
  return [...groups.values()].filter((places) => places.length > 1);
}

/** Whether a test passed and failed in one run, on a retry, or in runs of one of the groups. */
export function isFlaky(results: string, groups: readonly (readonly number[])[]): boolean {
  if (results.includes(RETRIED_LETTER)) return true;
  return groups.some((places) => {
    const seen = new Set(places.map((place) => results[place]));
    return seen.has('O') && seen.has('F');
  });
}
