import { listBackupItems } from '@atrium/contract/configuration/backup-items';
import { listBackups, restoreBackup } from '@atrium/contract/configuration/backups';
import { listConfiguredServices } from '@atrium/contract/configuration/configured-services';
import { listNamedVersions } from '@atrium/contract/configuration/versions';
import type { EndpointRequest } from '@atrium/contract/endpoint';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { endpointQuery } from '../../../api/endpoint-query.ts';
import { readAgain } from '../../../api/read-again.ts';
import { localMetadataQuery } from '../pull/comparison.queries.ts';

export const backupItemsQuery = (id: string) => endpointQuery(listBackupItems, { params: { id } });

/** Makes a version live again. */
export function restore(
  id: string,
  body: EndpointRequest<typeof restoreBackup>['body'],
  /** Refused with 409 when another version is live. */
  { onlyIfLive }: { onlyIfLive?: number } = {},
) {
  return call(
    restoreBackup,
    { params: { id }, body },
    {
      idempotencyKey: crypto.randomUUID(),
      ...(onlyIfLive !== undefined && { headers: { 'if-match': `"${onlyIfLive}"` } }),
    },
  );
}

/** After another version of some services went live, what shows versions and live files is read again. */
export function readAfterRestore(client: QueryClient, serviceIds: readonly string[]): void {
  void readAgain(client, [listBackups, listNamedVersions, listConfiguredServices]);
  for (const serviceId of serviceIds) void client.invalidateQueries(localMetadataQuery(serviceId));
}
