import { listBackups } from '@atrium/contract/configuration/backups';
import { listBases } from '@atrium/contract/configuration/bases';
import { compareSides } from '@atrium/contract/configuration/comparison';
import { listConfiguredServices } from '@atrium/contract/configuration/configured-services';
import { getFileDeletion, getFileHistory } from '@atrium/contract/configuration/file-history';
import { getPull } from '@atrium/contract/configuration/pull';
import { listNamedVersions } from '@atrium/contract/configuration/versions';
import { endpointKey } from '@atrium/contract/endpoint-key';
import { exportMetadata } from '@atrium/contract/service-api/versions/export';
import { exportSourceFile } from '@atrium/contract/service-api/versions/export-files';
import { serviceUri } from '@atrium/contract/services/service';
import type { QueryClient } from '@tanstack/react-query';
import { readAgain } from '../../../api/read-again.ts';

/** Their keys end with a checksum, which another content must not come under. */
const isNamedByChecksum = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey.length > 2;

/**
 * After another version of some services went live, by an edit, a submit, an import or a return: what shows live files,
 * versions and backups is read again, and what pulls count as exchanged. Resolves when what is on the page has been
 * read.
 */
export async function readAfterNewVersion(client: QueryClient, serviceIds: readonly string[]): Promise<void> {
  await Promise.all([readAgain(client, [listBases]), readLiveAgain(client, serviceIds)]);
}

/**
 * Where someone else may have made another version live. What pulls count as exchanged is not read here, because whoever
 * compares would have to wait for it each time: the live files ask for it when they come as another version.
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
      readAgain(client, [exportMetadata], base),
      client.invalidateQueries({
        queryKey: endpointKey(exportSourceFile, undefined, base),
        predicate: (query) => !isNamedByChecksum(query),
      }),
    ]),
  ]);
}
