import { listConfiguredServices } from '@atrium/contract/configuration/configured-services';
import { listNamedVersions } from '@atrium/contract/configuration/versions';
import { listHealthDays } from '@atrium/contract/services/health-days';
import { queryOptions } from '@tanstack/react-query';
import { endpointQuery } from '../../../api/endpoint-query.ts';

/** The version that is live, with who made it; undefined where there is none yet. */
export const liveVersionQuery = (serviceId: string) =>
  queryOptions({
    ...endpointQuery(listNamedVersions, { params: { serviceId }, query: { page: 0, size: 1 } }),
    staleTime: 0,
    select: ({ content }) => content[0],
  });

/** How far a service and git are apart; undefined for one that is never exchanged. */
export const exchangedServiceQuery = (serviceId: string) =>
  queryOptions({
    ...endpointQuery(listConfiguredServices, {}),
    select: ({ services }) => services.find((each) => each.serviceId === serviceId),
  });

export const healthDaysQuery = (serviceId: string) =>
  endpointQuery(listHealthDays, { params: { serviceId } });
