import type { TestRun } from '@atrium/contract/test-runs/test-run';
import { type ReactNode, Suspense, useMemo } from 'react';
import { Alert } from '../../ui/Alert.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { FailureGroups } from './FailureGroups.tsx';
import { groupFailures } from './failure-groups.ts';
import { RunActions } from './RunActions.tsx';
import { RunProgress } from './RunProgress.tsx';
import { RunVerdict } from './RunVerdict.tsx';
import { useRunSearch } from './run-search.ts';

const CompareDialog = lazyDialog(async () => (await import('./CompareDialog.tsx')).CompareDialog);

interface RunFindingsProps {
  run: TestRun;
  /** The facts of the run, between its verdict and its failures. */
  children: ReactNode;
}

/** What a run found: the verdict, how far it is, its facts, and what failed for which reason. */
export function RunFindings({ run, children }: RunFindingsProps) {
  const { search, change } = useRunSearch();
  const groups = useMemo(() => groupFailures(run), [run]);
  return (
    <>
      {run.isCandidate && (
        <Alert title="This run tested a merge that was not live." className="mb-4">
          The tests read the live files with the chosen and merged ones in their place.
        </Alert>
      )}
      <RunVerdict run={run} groups={groups} actions={<RunActions run={run} groups={groups} />} />
      <RunProgress run={run} />
      <div className="flex flex-col">
        {/* Where they do not fit beside each other, what failed comes before the facts. */}
        <div className="max-md:order-last">{children}</div>
        <FailureGroups run={run} groups={groups} onOpen={({ id }) => change({ test: id })} />
      </div>
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
