import { listHosts } from '@atrium/contract/service-api/functions/hosts';
import { listValues } from '@atrium/contract/service-api/functions/values';
import { serviceUri } from '@atrium/contract/services/service';
import { SHIPPED_SERVICES } from '@atrium/contract/services/shipped-services';
import { endpointQuery } from '../../../api/endpoint-query.ts';

/** Whether a service has the secrets, variables and hosts that the platform's own services share. */
export function hasSharedStore(serviceId: string): boolean {
  return Object.values(SHIPPED_SERVICES).some(({ id }) => id === serviceId);
}

export const valuesQuery = (serviceId: string) =>
  endpointQuery(listValues, {}, { base: serviceUri(serviceId) });

export const hostsQuery = (serviceId: string) =>
  endpointQuery(listHosts, {}, { base: serviceUri(serviceId) });
