import { listConfiguredServices } from '@atrium/contract/configuration/configured-services';
import { listNamedVersions } from '@atrium/contract/configuration/versions';
import { listHealthDays } from '@atrium/contract/services/health-days';
import { queryOptions } from '@tanstack/react-query';
import { endpointQuery } from '../../../api/endpoint-query.ts';

/** Live version with its author; undefined if there is none yet. */
export const liveVersionQuery = (serviceId: string) =>
  queryOptions({
    ...endpointQuery(listNamedVersions, { params: { serviceId }, query: { page: 0, size: 1 } }),
    staleTime: 0,
    select: ({ content }) => content[0],
  });

/** Differences between a service and git; undefined for a service that is never synchronized. */
export const exchangedServiceQuery = (serviceId: string) =>
  queryOptions({
    ...endpointQuery(listConfiguredServices, {}),
    select: ({ services }) => services.find((each) => each.serviceId === serviceId),
  });

export const healthDaysQuery = (serviceId: string) =>
  endpointQuery(listHealthDays, { params: { serviceId } });
