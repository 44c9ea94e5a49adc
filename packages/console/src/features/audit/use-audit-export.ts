import { exportAudit } from '@atrium/contract/audit/audit';
import { request } from '../../api/call.ts';
import { useDownload } from '../../api/use-download.ts';
import { type AuditAddress, toFilter } from './audit-address.ts';

/** Saves what is searched for as a CSV file. */
export function useAuditExport(address: AuditAddress) {
  return useDownload('audit.csv', () => request(exportAudit, { body: toFilter(address) }));
}
