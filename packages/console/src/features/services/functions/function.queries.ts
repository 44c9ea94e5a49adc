import { listFunctionCosts } from '@atrium/contract/billing/function-costs';
import { filesOfFolders, toSourceFileBody } from '@atrium/contract/configuration/file-ref';
import type { EndpointResponse } from '@atrium/contract/endpoint';
import { endpointKey } from '@atrium/contract/endpoint-key';
import { isNotFound } from '@atrium/contract/not-found';
import { getUserPrices } from '@atrium/contract/pricing/price-list';
import type { FilePlace } from '@atrium/contract/service-api/files/configuration-file';
import { countInvocations } from '@atrium/contract/service-api/functions/invocation-counts';
import { getInvocation, listInvocations } from '@atrium/contract/service-api/functions/invocations';
import { listRefusedRequests } from '@atrium/contract/service-api/functions/refused-requests';
import { type ExportedMetadata, exportMetadata } from '@atrium/contract/service-api/versions/export';
import { exportSourceFile } from '@atrium/contract/service-api/versions/export-files';
import { serviceUri } from '@atrium/contract/services/service';
import { listProofs } from '@atrium/contract/test-runs/proof';
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { endpointQuery } from '../../../api/endpoint-query.ts';
import { readAgain } from '../../../api/read-again.ts';
import { functionOf } from './function-file.ts';
import type { LogFilter } from './log-filter.ts';

export const COUNTED_DAYS = 7;

const at = (serviceId: string) => ({ base: serviceUri(serviceId) });

// Keep `select` functions at module level; otherwise TanStack Query re-runs them on every render.
const toLiveFiles = ({ version, folders }: ExportedMetadata) => ({ version, files: filesOfFolders(folders) });

const costsByFunction = ({ functions, ...rest }: EndpointResponse<typeof listFunctionCosts>) => ({
  ...rest,
  byFunction: new Map(functions.map((cost) => [cost.function, cost])),
});

const proofsByFunction = ({ files }: EndpointResponse<typeof listProofs>) =>
  new Map(
    files.flatMap((proof) => {
      const name = functionOf(proof);
      return name === undefined ? [] : [[name, proof] as const];
    }),
  );

/** The files of the live configuration, with their places. */
export const liveFilesQuery = (serviceId: string) =>
  queryOptions({
    ...endpointQuery(exportMetadata, { query: {} }, at(serviceId)),
    staleTime: 0,
    select: toLiveFiles,
  });

export const sourceQuery = (serviceId: string, place: FilePlace) =>
  queryOptions({
    ...endpointQuery(exportSourceFile, { body: toSourceFileBody(place) }, at(serviceId)),
    staleTime: 0,
  });

/** Calls of the last days by function; null for a service without a log. */
export const functionCountsQuery = (serviceId: string, days = COUNTED_DAYS) => {
  const input = { query: { days } };
  const { queryKey } = endpointQuery(countInvocations, input, at(serviceId));
  return queryOptions({
    queryKey: [...queryKey, 'or none'],
    queryFn: async ({ signal }) => {
      try {
        const { content } = await call(countInvocations, input, { ...at(serviceId), signal });
        return new Map(content.map((counts) => [counts.function, counts]));
      } catch (error) {
        if (isNotFound(error)) return null;
        throw error;
      }
    },
    staleTime: 0,
  });
};

/** Costs of the same days by function. */
export const functionCostsQuery = (serviceId: string) =>
  queryOptions({
    ...endpointQuery(listFunctionCosts, { query: { serviceId, days: COUNTED_DAYS } }),
    staleTime: 0,
    select: costsByFunction,
  });

/** Test results by function. */
export const functionProofsQuery = (serviceId: string) =>
  queryOptions({
    ...endpointQuery(listProofs, { query: { serviceId } }),
    staleTime: 0,
    select: proofsByFunction,
  });

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

/** Reads the log, its counts and those of refused requests again where they are shown. */
export function readLogAgain(client: QueryClient, serviceId: string): Promise<void> {
  return readAgain(client, [listInvocations, countInvocations, listRefusedRequests], serviceUri(serviceId));
}
