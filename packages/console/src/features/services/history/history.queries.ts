import { getFileDeletion, getFileHistory } from '@atrium/contract/configuration/file-history';
import type { FilePlace } from '@atrium/contract/service-api/files/configuration-file';
import { queryOptions } from '@tanstack/react-query';
import { endpointQuery } from '../../../api/endpoint-query.ts';

export const fileHistoryQuery = (serviceId: string, { folderPath, name }: FilePlace) =>
  queryOptions({
    ...endpointQuery(getFileHistory, { params: { serviceId }, query: { folderPath, name } }),
    staleTime: 0,
  });

/** Version that deleted or moved a file. */
export const fileDeletionQuery = (serviceId: string, { folderPath, name }: FilePlace) =>
  queryOptions({
    ...endpointQuery(getFileDeletion, { params: { serviceId }, query: { folderPath, name } }),
    staleTime: 0,
  });
