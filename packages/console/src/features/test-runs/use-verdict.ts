import { getNamedVersion } from '@atrium/contract/configuration/versions';
import type { TestRun } from '@atrium/contract/test-runs/test-run';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useRefusal } from '../../api/use-refusal.ts';
import { useServiceName } from '../../layout/use-service-name.ts';
import { namedVersionQuery } from '../../layout/version.queries.ts';
import { type FailureGroup, groupInVerdict } from './failure-groups.ts';
import { runFailuresQuery } from './run-history.queries.ts';
import { blamedVersion, mixedOf, sinceOf } from './since.ts';
import { verdictOf } from './verdict.ts';

/** The verdict on a run. It grows while what it says is still being read; without what cannot be read, it says less. */
export function useVerdict(run: TestRun, groups: readonly FailureGroup[]): string {
  const failed = run.counts.FAIL ?? 0;
  const nameOf = useServiceName();
  const [now] = useState(() => new Date());
  const maySee = useRefusal(getNamedVersion) === undefined;
  const failures = useQuery({ ...runFailuresQuery(run.runId, failed), enabled: run.status === 'FAIL' });
  const meant = groupInVerdict(groups);
  const of = meant && failures.data && sinceOf(meant, failures.data, run);
  const mixed = failures.data && mixedOf(groups, failures.data, run);
  const since = mixed ? mixed.since : of;
  const blamed = since && blamedVersion(since);
  const named = useQuery({
    ...namedVersionQuery(blamed?.serviceId ?? '', blamed?.to ?? 0),
    enabled: maySee && blamed !== undefined,
  });
  return verdictOf(run, groups, { of, mixed, version: named.data, now, nameOf });
}
