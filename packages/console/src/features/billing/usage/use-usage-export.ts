import { exportUsage } from '@atrium/contract/billing/usage-month';
import { request } from '../../../api/call.ts';
import { useChange } from '../../../api/use-change.ts';
import { saveFile } from '../../../lib/save-file.ts';

/** Saves the usage of a month as a CSV file. */
export function useUsageExport(month: string) {
  return useChange({
    mutationFn: async () => {
      const response = await request(exportUsage, { query: { month } });
      saveFile(`usage-${month}.csv`, await response.blob());
    },
  });
}
