import { listBases } from '@atrium/contract/configuration/bases';
import { lookAtFiles } from '@atrium/contract/configuration/look';
import { exportMetadata } from '@atrium/contract/service-api/export';
import { serviceUri } from '@atrium/contract/services/service';
import { queryOptions } from '@tanstack/react-query';
import { endpointQuery } from '../../../api/endpoint-query.ts';
import { forever } from './pull.queries.ts';

/** What the remote did since the last exchange; submitting a service makes it its new base. */
export function basesQuery(uuid: string) {
  return queryOptions({
    ...endpointQuery(listBases, { params: { uuid } }),
    ...forever,
  });
}

/** What can be learned from the contents of files that differ from a live version; not sent before that version is known. */
export function lookQuery(uuid: string, serviceId: string, version: number | undefined) {
  return queryOptions({
    ...endpointQuery(lookAtFiles, { body: { uuid, serviceId, version: version ?? 0 } }),
    enabled: version !== undefined,
    ...forever,
  });
}

/** The live files of a service, without contents. */
export function localMetadataQuery(serviceId: string) {
  return queryOptions({
    ...endpointQuery(exportMetadata, { query: {} }, { base: serviceUri(serviceId) }),
    retry: false,
    staleTime: 30_000,
  });
}
