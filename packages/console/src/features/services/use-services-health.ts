import type { Service } from '@atrium/contract/services/service';
import { useQueries, useQuery } from '@tanstack/react-query';
import { serviceHealthQuery, servicesQuery } from './service.queries.ts';
import type { ServiceHealth } from './service-health.ts';

export interface ServiceState {
  service: Service;
  /** Undefined while it is loading. */
  health: ServiceHealth | undefined;
}

/** Services with their health, all requested in parallel and updated as each one responds. */
export function useServicesHealth() {
  const query = useQuery(servicesQuery());
  const { data, error, refetch } = query;
  const services = data?.services ?? [];
  const healths = useQueries({ queries: services.map((service) => serviceHealthQuery(service)) });
  const states: ServiceState[] = services.map((service, index) => ({
    service,
    health: healths[index]?.data,
  }));
  return {
    query,
    states,
    error,
    isChecking: !error && (!data || states.some((state) => !state.health)),
    checkAgain: () => {
      void refetch();
      for (const health of healths) void health.refetch();
    },
  };
}
