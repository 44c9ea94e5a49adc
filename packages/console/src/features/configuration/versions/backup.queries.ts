import { listBackupItems } from '@atrium/contract/configuration/backup-items';
import { listBackups, restoreBackup } from '@atrium/contract/configuration/backups';
import { listBases } from '@atrium/contract/configuration/bases';
import { listConfiguredServices } from '@atrium/contract/configuration/configured-services';
import { getPull } from '@atrium/contract/configuration/pull';
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
  /** Refused with 409 when another version is live. The bell knows it by its `progress`. */
  { onlyIfLive, progress = crypto.randomUUID() }: { onlyIfLive?: number; progress?: string } = {},
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

/**
 * After another version of some services went live, what shows versions and live files is read again, and what pulls
 * count as exchanged: going back takes the exchange of a submit back. Resolves when what is on the page has been read.
 */
export async function readAfterRestore(client: QueryClient, serviceIds: readonly string[]): Promise<void> {
  await Promise.all([
    readAgain(client, [listBackups, listNamedVersions, listConfiguredServices, listBases, getPull]),
    ...serviceIds.map((serviceId) => client.invalidateQueries(localMetadataQuery(serviceId))),
  ]);
}
