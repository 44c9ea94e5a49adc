import { getNamedVersion } from '@atrium/contract/configuration/versions';
import type { MovedVersion } from '@atrium/contract/test-runs/run-history';
import { isUnfinished, type TestStatus } from '@atrium/contract/test-runs/status';
import type { TestRun } from '@atrium/contract/test-runs/test-run';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useRefusal } from '../../../api/use-refusal.ts';
import { useServiceName } from '../../../layout/use-service-name.ts';
import { namedVersionQuery } from '../../../layout/version.queries.ts';
import { classNames } from '../../../ui/class-names.ts';
import { runFailuresQuery } from '../run-history.queries.ts';
import { TestStatusIcon } from '../TestStatusBadge.tsx';
import { UndoVersionButton } from '../UndoVersionButton.tsx';
import { type FailureGroup, groupInVerdict } from './failure-groups.ts';
import { blamedVersion, mixedOf, sinceOf } from './since.ts';
import { verdictOf } from './verdict.ts';

const grounds: Record<TestStatus, string> = {
  OK: 'border-ok bg-ok-soft',
  FAIL: 'border-danger bg-danger-soft',
  CANCELED: 'border-line-strong bg-sunken',
  PENDING: 'border-line-strong bg-sunken',
  RUNNING: 'border-warn bg-warn-soft',
  SKIPPED: 'border-line-strong bg-sunken',
};

interface RunVerdictProps {
  run: TestRun;
  groups: readonly FailureGroup[];
  actions?: ReactNode;
}

/** Result of a run in one sentence at the top, with a button that undoes its cause. */
export function RunVerdict({ run, groups, actions }: RunVerdictProps) {
  const { verdict, undoable } = useVerdict(run, groups);
  const [wasRunning] = useState(isUnfinished(run.status));
  return (
    <>
      <section
        aria-label="Verdict"
        className={classNames(
          'mb-4 flex flex-wrap items-center gap-x-6 gap-y-3 rounded-control border-l-4 px-4 py-3',
          grounds[run.status],
        )}
      >
        <p className="flex min-w-0 flex-1 basis-60 items-start gap-2 text-lg leading-snug font-semibold">
          <TestStatusIcon status={run.status} className="mt-1 shrink-0" />
          <span className="min-w-0 wrap-anywhere">
            {verdict}
            {undoable && <UndoVersionButton before=" · " {...undoable} />}
          </span>
        </p>
        {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
      </section>
      {/* Filled only at the end: a screen reader would announce each progress update. */}
      <p role="status" className="sr-only">
        {wasRunning && !isUnfinished(run.status) && `The test run has ended. ${verdict}`}
      </p>
    </>
  );
}

/** Verdict on a run. It becomes more detailed as data loads and omits data that failed to load. */
function useVerdict(
  run: TestRun,
  groups: readonly FailureGroup[],
): { verdict: string; undoable: MovedVersion | undefined } {
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
  return {
    verdict: verdictOf(run, groups, { of, mixed, version: named.data, now, nameOf }),
    // Merges are not live, so there is nothing to undo.
    undoable: run.isCandidate ? undefined : blamed,
  };
}
