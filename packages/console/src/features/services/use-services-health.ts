import type { Service } from '@atrium/contract/services/service';
import { useQueries, useQuery } from '@tanstack/react-query';
import { serviceHealthQuery, servicesQuery } from './service.queries.ts';
import type { ServiceHealth } from './service-health.ts';

export interface ServiceState {
  service: Service;
  /** Undefined while it is asked for. */
  health: ServiceHealth | undefined;
}

/** The services and, as each one answers, its health; all are asked at once. */
export function useServicesHealth() {
  const { data, error, refetch } = useQuery(servicesQuery());
  const services = data?.services ?? [];
  const healths = useQueries({ queries: services.map((service) => serviceHealthQuery(service)) });
  const states: ServiceState[] = services.map((service, index) => ({
    service,
    health: healths[index]?.data,
  }));
  return {
    states,
    error,
    isChecking: !error && (!data || states.some((state) => !state.health)),
    checkAgain: () => {
      void refetch();
      for (const health of healths) void health.refetch();
    },
  };
}
