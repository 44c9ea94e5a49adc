import { listServices } from '@atrium/contract/services/service';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { endpointQuery } from '../api/endpoint-query.ts';

/**
 * Returns a function that maps ids of services to names. Services are loaded at every sign-in; an unlisted one is
 * shown by its id.
 */
export function useServiceName(): (id: string) => string {
  const { data } = useQuery({ ...endpointQuery(listServices, {}), enabled: false });
  return useCallback((id) => data?.services.find((service) => service.id === id)?.name ?? id, [data]);
}
