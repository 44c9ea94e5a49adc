import { listServices, type Service } from '@atrium/contract/services/service';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { endpointQuery } from '../../api/endpoint-query.ts';
import { readServiceHealth } from './service-health.ts';

/** Poll interval of health while no live event reports it. */
const HEALTH_POLL_MS = 30_000;

export const servicesQuery = () => endpointQuery(listServices, {});

const serviceHealthKey = ['service-health'];

export function serviceHealthQuery(service: Service) {
  return queryOptions({
    queryKey: [...serviceHealthKey, service.id, service.health],
    queryFn: ({ signal }) => readServiceHealth(service, signal),
    staleTime: HEALTH_POLL_MS,
    refetchInterval: HEALTH_POLL_MS,
  });
}

/** Refetches health; with `ageMs`, only responses older than that, and no initial load that is still running. */
export function readHealthAgain(client: QueryClient, ageMs?: number): Promise<void> {
  const isOld = (readAt: number) => ageMs === undefined || (readAt > 0 && readAt < Date.now() - ageMs);
  return client.invalidateQueries({
    queryKey: serviceHealthKey,
    predicate: ({ state }) => isOld(state.dataUpdatedAt),
  });
}
