import { listServices, type Service } from '@atrium/contract/services/service';
import { queryOptions } from '@tanstack/react-query';
import { endpointQuery } from '../../api/endpoint-query.ts';
import { readServiceHealth } from './service-health.ts';

/** How often health is polled if no live event reports it. */
const HEALTH_POLL_MS = 30_000;

export const servicesQuery = () => endpointQuery(listServices, {});

export const serviceHealthKey = ['service-health'];

export function serviceHealthQuery(service: Service) {
  return queryOptions({
    queryKey: [...serviceHealthKey, service.id, service.health],
    queryFn: ({ signal }) => readServiceHealth(service, signal),
    staleTime: HEALTH_POLL_MS,
    refetchInterval: HEALTH_POLL_MS,
  });
}
