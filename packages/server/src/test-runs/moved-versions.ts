import type { MovedVersion } from '@atrium/contract/test-runs/run-history';
import type { Store } from '../database/schema.ts';
import { listVersionsOfRuns } from './test-history.repository.ts';

/** Returns what changed between any two of some runs, of all services, as far as their versions are known. */
export async function readMoved(
  db: Store,
  domainId: string,
  runs: readonly { runId: string }[],
): Promise<(before: string | undefined, after: string) => MovedVersion[]> {
  const runIds = new Set(runs.map(({ runId }) => runId));
  const versions = await listVersionsOfRuns(db, domainId, [...runIds]);
  const versionsOf = Map.groupBy(versions, ({ runId }) => runId);
  return (before = '', after) => {
    const known = new Map(versionsOf.get(before)?.map(({ serviceId, version }) => [serviceId, version]));
    return (versionsOf.get(after) ?? []).flatMap(({ serviceId, version: to }) => {
      const from = known.get(serviceId) ?? null;
      return from === null || to === null || from === to ? [] : [{ serviceId, from, to }];
    });
  };
}
