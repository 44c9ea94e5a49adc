import { isUnfinished, type TestStatus } from '@atrium/contract/test-runs/status';
import type { TestRun } from '@atrium/contract/test-runs/test-run';
import { type ReactNode, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import type { FailureGroup } from './failure-groups.ts';
import { TestStatusIcon } from './TestStatusBadge.tsx';
import { useVerdict } from './use-verdict.ts';

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
  /** What can be done now. */
  actions?: ReactNode;
}

/** What came out of a run, in one sentence and before everything else. */
export function RunVerdict({ run, groups, actions }: RunVerdictProps) {
  const verdict = useVerdict(run, groups);
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
          <span className="min-w-0 wrap-anywhere">{verdict}</span>
        </p>
        {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
      </section>
      {/* Filled at the end only: how far the run is would be read out again and again. */}
      <p role="status" className="sr-only">
        {wasRunning && !isUnfinished(run.status) && `The test run has ended. ${verdict}`}
      </p>
    </>
  );
}
