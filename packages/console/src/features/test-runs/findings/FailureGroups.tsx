import type { TestRun } from '@atrium/contract/test-runs/test-run';
import { useQuery } from '@tanstack/react-query';
import { Card } from '../../../ui/Card.tsx';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { runFailuresQuery } from '../run-history.queries.ts';
import { useRunSearch } from '../run-search.ts';
import { FailureGroupView } from './FailureGroupView.tsx';
import { FirstOf } from './FirstOf.tsx';
import type { FailureGroup } from './failure-groups.ts';

interface FailureGroupsProps {
  run: TestRun;
  groups: readonly FailureGroup[];
}

/** Failures of a run, grouped by message, above the passed tests. */
export function FailureGroups({ run, groups }: FailureGroupsProps) {
  const { change } = useRunSearch();
  const failed = run.counts.FAIL ?? 0;
  const failures = useQuery({ ...runFailuresQuery(run.runId, failed), enabled: failed > 0 });
  if (groups.length === 0) return null;
  return (
    <Card title={groups.length === 1 ? 'Failures' : `Failures, ${groups.length} reasons`} className="mb-4">
      {failures.isError && (
        <ErrorAlert
          error={failures.error}
          title="When these tests last passed could not be read."
          onRetry={() => void failures.refetch()}
          className="mb-3"
        />
      )}
      <ul className="grid gap-4">
        <FirstOf rows={groups} count={10} name="reasons">
          {(group, index) => (
            <li key={group.key}>
              <FailureGroupView
                run={run}
                group={group}
                histories={failures.data}
                isFirst={index === 0}
                onOpen={({ id }) => change({ test: id })}
              />
            </li>
          )}
        </FirstOf>
      </ul>
    </Card>
  );
}
