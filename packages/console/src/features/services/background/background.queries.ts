import { endpointKey } from '@atrium/contract/endpoint-key';
import { listQueue, listSchedules, type QueueState } from '@atrium/contract/service-api/functions/background';
import { serviceUri } from '@atrium/contract/services/service';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { endpointQuery } from '../../../api/endpoint-query.ts';

/** Schedules of a service, or of one of its functions. */
export const schedulesQuery = (serviceId: string, name?: string) =>
  endpointQuery(
    listSchedules,
    { query: name === undefined ? {} : { function: name } },
    { base: serviceUri(serviceId) },
  );

export const queueQuery = (serviceId: string, state: QueueState | undefined) =>
  infiniteQueryOptions({
    queryKey: endpointKey(listQueue, { query: { state } }, serviceUri(serviceId)),
    queryFn: ({ pageParam, signal }) =>
      call(
        listQueue,
        { query: { ...(state && { state }), ...(pageParam && { after: pageParam }) } },
        { base: serviceUri(serviceId), signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ content, hasMore }) => (hasMore ? content.at(-1)?.id : undefined),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
