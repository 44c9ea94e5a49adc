import { isUnfinished } from '@atrium/contract/test-runs/status';
import type { TestRun } from '@atrium/contract/test-runs/test-run';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Alert } from '../../../ui/Alert.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { progressOf } from '../run-counts.ts';
import { runEstimateQuery } from '../run-history.queries.ts';
import { useRunSearch } from '../run-search.ts';
import type { FailureGroup } from './failure-groups.ts';
import { RunActions } from './RunActions.tsx';
import { RunVerdict } from './RunVerdict.tsx';
import { timeLeft, timeLeftText } from './time-left.ts';

const CompareDialog = lazyDialog(async () => (await import('../comparison/CompareDialog.tsx')).CompareDialog);

interface RunFindingsProps {
  run: TestRun;
  groups: readonly FailureGroup[];
}

/** Verdict of a run, its progress, and its comparison with another. */
export function RunFindings({ run, groups }: RunFindingsProps) {
  const { search, change } = useRunSearch();
  return (
    <>
      {run.isCandidate && (
        <Alert
          title={
            run.withoutSecrets
              ? 'This run tested a request from a fork, without secrets.'
              : 'This run tested a merge that was not live.'
          }
          className="mb-4"
        >
          The tests read the live files with{' '}
          {run.withoutSecrets ? 'those of the fork' : 'the chosen and merged ones'} in their place.
        </Alert>
      )}
      <RunVerdict run={run} groups={groups} actions={<RunActions run={run} groups={groups} />} />
      <RunProgress run={run} />
      {search.with !== undefined && (
        <Suspense fallback={null}>
          <CompareDialog
            run={run}
            otherId={search.with === 'choose' ? undefined : search.with}
            onChoose={(runId) => change({ with: runId }, true)}
            onClose={() => change({ with: undefined })}
          />
        </Suspense>
      )}
    </>
  );
}

/** Progress of an active run, with an estimate of the remaining time. */
function RunProgress({ run }: { run: TestRun }) {
  const isRunning = isUnfinished(run.status);
  const estimate = useQuery({ ...runEstimateQuery(run.runId), enabled: isRunning });
  if (!isRunning) return null;
  const { total, done } = progressOf(run);
  const percent = Math.round((100 * done) / Math.max(total, 1));
  const left = estimate.data && timeLeftText(timeLeft(run, estimate.data));
  const text = [`${done} of ${total} tests finished`, left].filter((part) => part !== undefined).join(', ');
  return (
    <div className="mb-4">
      <div
        role="progressbar"
        aria-label="Progress of the test run"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={text}
        className="h-2 overflow-hidden rounded-full border border-line-strong bg-sunken"
      >
        <div className="h-full bg-accent" style={{ width: `${percent}%` }} />
      </div>
      {/* The verdict already contains the number. */}
      {left !== undefined && <p className="tabular mt-1 text-sm text-ink-soft">{left}</p>}
    </div>
  );
}
