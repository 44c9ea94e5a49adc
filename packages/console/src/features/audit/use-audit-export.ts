import { exportAudit } from '@atrium/contract/audit/audit';
import { request } from '../../api/call.ts';
import { useChange } from '../../api/use-change.ts';
import { saveFile } from '../../lib/save-file.ts';
import { type AuditAddress, toFilter } from './audit-address.ts';

/** Saves what is searched for as a CSV file. */
export function useAuditExport(address: AuditAddress) {
  return useChange({
    mutationFn: async () => {
      const response = await request(exportAudit, { body: toFilter(address) });
      saveFile('audit.csv', await response.blob());
    },
  });
}
