import { isUnfinished } from '@atrium/contract/test-runs/status';
import type { TestRun } from '@atrium/contract/test-runs/test-run';
import { getJunitReport } from '@atrium/contract/test-runs/test-runs';
import { request } from '../../../api/call.ts';
import { useChange } from '../../../api/use-change.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { Button } from '../../../ui/Button.tsx';
import { Download, GitCompare } from '../../../ui/icons.ts';
import { showToast } from '../../../ui/toast.ts';
import { RerunTests } from '../result/RerunTests.tsx';
import { useRunSearch } from '../run-search.ts';
import type { FailureGroup } from './failure-groups.ts';

/** Actions of a run that has ended. */
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
        variant="quiet"
        icon={<Download aria-hidden size={16} />}
        isBusy={report.isPending}
        onClick={() => report.mutate(run)}
      >
        Download JUnit XML
      </Button>
    </>
  );
}

/** Saves a run as JUnit XML; of a large run that takes a while. */
function useSaveReport() {
  return useChange({
    mutationFn: async ({ runId }: Pick<TestRun, 'runId'>) => {
      const response = await request(getJunitReport, { params: { runId } });
      saveFile(`test-run-${runId}.xml`, await response.blob());
    },
    onError: (error) => showToast(error.message, 'error'),
  });
}
