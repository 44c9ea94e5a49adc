import { ApiError } from '@atrium/contract/api-error';
import { filesOfFolders, toSourceFileBody } from '@atrium/contract/configuration/file-ref';
import { endpointKey } from '@atrium/contract/endpoint-key';
import { getUserPrices } from '@atrium/contract/pricing/price-list';
import type { FilePlace } from '@atrium/contract/service-api/configuration-file';
import { exportMetadata } from '@atrium/contract/service-api/export';
import { exportSourceFile } from '@atrium/contract/service-api/export-files';
import {
  countInvocations,
  getInvocation,
  type InvocationQuery,
  listInvocations,
} from '@atrium/contract/service-api/invocations';
import { serviceUri } from '@atrium/contract/services/service';
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { endpointQuery } from '../../../api/endpoint-query.ts';

export const COUNTED_DAYS = 7;

const at = (serviceId: string) => ({ base: serviceUri(serviceId) });

/** The files of the live configuration, with their places. */
export const liveFilesQuery = (serviceId: string) =>
  queryOptions({
    ...endpointQuery(exportMetadata, { query: {} }, at(serviceId)),
    staleTime: 0,
    select: ({ version, folders }) => ({ version, files: filesOfFolders(folders) }),
  });

export const sourceQuery = (serviceId: string, place: FilePlace) =>
  queryOptions({
    ...endpointQuery(exportSourceFile, { body: toSourceFileBody(place) }, at(serviceId)),
    staleTime: 0,
  });

/** What was called in the last days, by function; null for a service without a log. */
export const functionCountsQuery = (serviceId: string) => {
  const input = { query: { days: COUNTED_DAYS } };
  const { queryKey } = endpointQuery(countInvocations, input, at(serviceId));
  return queryOptions({
    queryKey: [...queryKey, 'or none'],
    queryFn: async ({ signal }) => {
      try {
        const { content } = await call(countInvocations, input, { ...at(serviceId), signal });
        return new Map(content.map((counts) => [counts.function, counts]));
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    staleTime: 0,
  });
};

type LogFilter = Pick<InvocationQuery, 'function' | 'status' | 'source' | 'search'>;

/** Pages of the log, newest first. */
export const logQuery = (serviceId: string, filter: LogFilter) =>
  infiniteQueryOptions({
    queryKey: endpointKey(listInvocations, { query: filter }, serviceUri(serviceId)),
    queryFn: ({ pageParam, signal }) =>
      call(
        listInvocations,
        { query: { ...filter, ...(pageParam && { before: pageParam }) } },
        { ...at(serviceId), signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ content, hasMore }) => (hasMore ? content.at(-1)?.id : undefined),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const invocationQuery = (serviceId: string, id: string) =>
  queryOptions({
    ...endpointQuery(getInvocation, { params: { id } }, at(serviceId)),
    staleTime: Infinity,
  });

export const pricesQuery = () => endpointQuery(getUserPrices, {});

/** After a call or a new version: the numbers, the log and the files are read again where they are shown. */
export async function readFunctionsAgain(client: QueryClient, serviceId: string): Promise<void> {
  const start = ` ${serviceUri(serviceId)}/`;
  await client.invalidateQueries({
    predicate: ({ queryKey: [name] }) => typeof name === 'string' && name.includes(start),
  });
}
