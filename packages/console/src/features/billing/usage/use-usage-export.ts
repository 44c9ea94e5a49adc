import { exportUsage } from '@atrium/contract/billing/usage-month';
import { request } from '../../../api/call.ts';
import { useDownload } from '../../../api/use-download.ts';

/** Saves the usage of a month as a CSV file. */
export function useUsageExport(month: string) {
  return useDownload(`usage-${month}.csv`, () => request(exportUsage, { query: { month } }));
}
