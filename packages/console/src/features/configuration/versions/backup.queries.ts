import { findTwo, listBackupItems } from '@atrium/contract/configuration/backup-items';
import { restoreBackup } from '@atrium/contract/configuration/backups';
import type { EndpointRequest } from '@atrium/contract/endpoint';
import { call } from '../../../api/call.ts';
import { endpointQuery } from '../../../api/endpoint-query.ts';

export const backupItemsQuery = (id: string) => endpointQuery(listBackupItems, { params: { id } });

export const twoQuery = (body: EndpointRequest<typeof findTwo>['body']) => endpointQuery(findTwo, { body });

/** Makes a version live again. */
export function restore(
  id: string,
  body: EndpointRequest<typeof restoreBackup>['body'],
  /** Rejected with 409 if another version is live. `progress` is the operation id shown in the bell. */
  { onlyIfLive, progress }: { onlyIfLive?: number; progress: string },
) {
  return call(
    restoreBackup,
    { params: { id }, body: { ...body, progress } },
    {
      idempotencyKey: progress,
      ...(onlyIfLive !== undefined && { headers: { 'if-match': `"${onlyIfLive}"` } }),
    },
  );
}
