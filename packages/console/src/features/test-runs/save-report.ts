import type { TestRun } from '@atrium/contract/test-runs/test-run';
import { getJunitReport } from '@atrium/contract/test-runs/test-runs';
import { request } from '../../api/call.ts';
import { showToast } from '../../ui/toast.ts';

export async function saveReport({ runId }: TestRun): Promise<void> {
  try {
    const response = await request(getJunitReport, { params: { runId } });
    const url = URL.createObjectURL(await response.blob());
    const link = document.createElement('a');
    link.href = url;
    link.download = `test-run-${runId}.xml`;
    link.click();
    URL.revokeObjectURL(url);
  } catch (error) {
    showToast((error as Error).message, 'error');
  }
}
