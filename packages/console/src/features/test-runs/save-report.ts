import type { TestRun } from '@atrium/contract/test-runs/test-run';
import { getJunitReport } from '@atrium/contract/test-runs/test-runs';
import { request } from '../../api/call.ts';
import { saveFile } from '../../lib/save-file.ts';
import { showToast } from '../../ui/toast.ts';

export async function saveReport({ runId }: TestRun): Promise<void> {
  try {
    const response = await request(getJunitReport, { params: { runId } });
    saveFile(`test-run-${runId}.xml`, await response.blob());
  } catch (error) {
    showToast((error as Error).message, 'error');
  }
}
