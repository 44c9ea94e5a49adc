import { listServices } from '@atrium/contract/services/service';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { endpointQuery } from '../api/endpoint-query.ts';

/** What services are called. The console reads its services at every sign-in: one that is not among them keeps its ID. */
export function useServiceName(): (id: string) => string {
  const { data } = useQuery({ ...endpointQuery(listServices, {}), enabled: false });
  return useCallback((id) => data?.services.find((service) => service.id === id)?.name ?? id, [data]);
}
