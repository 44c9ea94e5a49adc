import { isUnfinished } from '@atrium/contract/test-runs/status';
import type { TestRun } from '@atrium/contract/test-runs/test-run';
import { Download, GitCompare } from 'lucide-react';
import { Button } from '../../ui/Button.tsx';
import type { FailureGroup } from './failure-groups.ts';
import { RerunTests } from './RerunTests.tsx';
import { useRunSearch } from './run-search.ts';
import { useSaveReport } from './use-save-report.ts';

/** What can be done with a run that has ended. */
export function RunActions({ run, groups }: { run: TestRun; groups: readonly FailureGroup[] }) {
  const { change } = useRunSearch();
  const report = useSaveReport();
  if (isUnfinished(run.status)) return null;
  const failed = groups.flatMap(({ tests }) => tests);
  return (
    <>
      {failed.length > 0 && !run.isCandidate && (
        <RerunTests run={run} tests={failed}>
          Rerun failed
        </RerunTests>
      )}
      <Button icon={<GitCompare aria-hidden size={16} />} onClick={() => change({ with: 'choose' })}>
        Compare with…
      </Button>
      <Button
        look="quiet"
        icon={<Download aria-hidden size={16} />}
        isBusy={report.isPending}
        onClick={() => report.mutate(run)}
      >
        Download JUnit XML
      </Button>
    </>
  );
}
