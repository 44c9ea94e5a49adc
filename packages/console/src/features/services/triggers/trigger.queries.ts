import { toSourceFileBody } from '@atrium/contract/configuration/file-ref';
import { isNotFound } from '@atrium/contract/not-found';
import { FUNCTIONS_FOLDER } from '@atrium/contract/service-api/files/item-file-names';
import { listRefusedRequests } from '@atrium/contract/service-api/functions/refused-requests';
import { exportSourceFile } from '@atrium/contract/service-api/versions/export-files';
import { serviceUri } from '@atrium/contract/services/service';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { endpointQuery } from '../../../api/endpoint-query.ts';
import { metadataPlaceOf } from '../functions/function-file.ts';
import { type MetaItem, toMetaItem } from '../items/meta-item.ts';

/** Refused requests to the address of a function; null for a service that doesn't count them. */
export const refusedRequestsQuery = (serviceId: string, name: string) => {
  const input = { query: { function: name } };
  const base = serviceUri(serviceId);
  const { queryKey } = endpointQuery(listRefusedRequests, input, { base });
  return queryOptions({
    queryKey: [...queryKey, 'or none'],
    queryFn: ({ signal }) =>
      call(listRefusedRequests, input, { base, signal }).catch((error: unknown) => {
        if (isNotFound(error)) return null;
        throw error;
      }),
    staleTime: 0,
  });
};

/** Metadata of a function; null for a function without any. */
export const metadataQuery = (serviceId: string, name: string) => {
  const place = metadataPlaceOf(name);
  const input = { body: toSourceFileBody(place) };
  const base = serviceUri(serviceId);
  const { queryKey } = endpointQuery(exportSourceFile, input, { base });
  return queryOptions({
    queryKey: [...queryKey, 'or none'],
    queryFn: async ({ signal }): Promise<MetaItem | null> => {
      try {
        const file = await call(exportSourceFile, input, { base, signal });
        return toMetaItem(FUNCTIONS_FOLDER, place, file);
      } catch (error) {
        if (isNotFound(error)) return null;
        throw error;
      }
    },
    staleTime: 0,
  });
};
