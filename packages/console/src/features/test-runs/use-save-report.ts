import type { TestRun } from '@atrium/contract/test-runs/test-run';
import { getJunitReport } from '@atrium/contract/test-runs/test-runs';
import { request } from '../../api/call.ts';
import { useChange } from '../../api/use-change.ts';
import { saveFile } from '../../lib/save-file.ts';
import { showToast } from '../../ui/toast.ts';

/** Saves a run as JUnit XML; of a large run that takes a while. */
export function useSaveReport() {
  return useChange({
    mutationFn: async ({ runId }: Pick<TestRun, 'runId'>) => {
      const response = await request(getJunitReport, { params: { runId } });
      saveFile(`test-run-${runId}.xml`, await response.blob());
    },
    onError: (error) => showToast(error.message, 'error'),
  });
}
