import { listBackups } from '@atrium/contract/configuration/backups';
import { listBases } from '@atrium/contract/configuration/bases';
import { compareSides } from '@atrium/contract/configuration/comparison';
import { listConfiguredServices } from '@atrium/contract/configuration/configured-services';
import { getFileDeletion, getFileHistory } from '@atrium/contract/configuration/file-history';
import { getPull } from '@atrium/contract/configuration/pull';
import { listNamedVersions } from '@atrium/contract/configuration/versions';
import { endpointKey } from '@atrium/contract/endpoint-key';
import { listSchedules } from '@atrium/contract/service-api/functions/background';
import { listHosts } from '@atrium/contract/service-api/functions/hosts';
import { listValues } from '@atrium/contract/service-api/functions/values';
import { exportMetadata } from '@atrium/contract/service-api/versions/export';
import { exportSourceFile } from '@atrium/contract/service-api/versions/export-files';
import { serviceUri } from '@atrium/contract/services/service';
import type { QueryClient } from '@tanstack/react-query';
import { readAgain } from '../../../api/read-again.ts';

/** These keys end with a checksum, so a refetch must not store newer content under them. */
const isNamedByChecksum = ({ queryKey: [, , last] }: { queryKey: readonly unknown[] }) =>
  /^[0-9a-f]{40}$/.test(String(last));

/**
 * Refetches live files, versions, backups and pull bases after an edit, submit, import, rollback or restore made new
 * versions live. Resolves when the queries of the current page are refetched.
 */
export async function readAfterNewVersion(client: QueryClient, serviceIds: readonly string[]): Promise<void> {
  await Promise.all([readAgain(client, [listBases]), readLiveAgain(client, serviceIds)]);
}

/**
 * Refetches live files that another user may have changed. Pull bases are excluded, because each comparison would wait
 * for them; they are refetched when the live version changes.
 */
export async function readLiveAgain(client: QueryClient, serviceIds: readonly string[]): Promise<void> {
  await Promise.all([
    readAgain(client, [
      listBackups,
      compareSides,
      listConfiguredServices,
      listNamedVersions,
      getFileDeletion,
      getFileHistory,
      getPull,
    ]),
    ...serviceIds.map(serviceUri).flatMap((base) => [
      // Functions of the version may declare others.
      readAgain(client, [exportMetadata, listHosts, listSchedules, listValues], base),
      client.invalidateQueries({
        queryKey: endpointKey(exportSourceFile, undefined, base),
        predicate: (query) => !isNamedByChecksum(query),
      }),
    ]),
  ]);
}
