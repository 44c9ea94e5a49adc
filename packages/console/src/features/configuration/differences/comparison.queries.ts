import { listBases } from '@atrium/contract/configuration/bases';
import { examineFiles } from '@atrium/contract/configuration/examine-files';
import { exportMetadata } from '@atrium/contract/service-api/versions/export';
import { serviceUri } from '@atrium/contract/services/service';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { endpointQuery } from '../../../api/endpoint-query.ts';
import { readAgain } from '../../../api/read-again.ts';
import { forever } from '../files/pull.queries.ts';

/** A submit or push by another user changes the bases, so they expire with the live files. */
const LIVE_STALE_MS = 30_000;

/** Remote changes since the last exchange. Submitting a service makes the remote its new base. */
export function basesQuery(uuid: string) {
  return queryOptions({ ...endpointQuery(listBases, { params: { uuid } }), staleTime: LIVE_STALE_MS });
}

/** Details from the contents of files that differ from a live version; disabled until that version is known. */
export function lookQuery(uuid: string, serviceId: string, version: number | undefined) {
  return queryOptions({
    ...endpointQuery(examineFiles, { body: { uuid, serviceId, version: version ?? 0 } }),
    enabled: version !== undefined,
    ...forever,
  });
}

/** The live files of a service, without contents. */
export function localMetadataQuery(serviceId: string) {
  const base = serviceUri(serviceId);
  const { queryKey } = endpointQuery(exportMetadata, { query: {} }, { base });
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }) => {
      const known = client.getQueryData(queryKey)?.version;
      const metadata = await call(exportMetadata, { query: {} }, { base, signal });
      // Compared with the bases of before, a colleague's submit would look like changes made here.
      if (known !== undefined && metadata.version !== known) void readAgain(client, [listBases]);
      return metadata;
    },
    retry: false,
    staleTime: LIVE_STALE_MS,
  });
}
