import { listHosts } from '@atrium/contract/service-api/functions/hosts';
import { listValues } from '@atrium/contract/service-api/functions/values';
import { serviceUri } from '@atrium/contract/services/service';
import { SHIPPED_SERVICES } from '@atrium/contract/services/shipped-services';
import { endpointQuery } from '../../../api/endpoint-query.ts';

const SHARING = new Set<string>(Object.values(SHIPPED_SERVICES).map(({ id }) => id));

/** Whether a service has the secrets, variables and hosts that the platform's own services share. */
export function hasSharedStore(serviceId: string): boolean {
  return SHARING.has(serviceId);
}

export const baseOf = (serviceId: string): string => serviceUri(serviceId);

export const valuesQuery = (serviceId: string) => endpointQuery(listValues, {}, { base: baseOf(serviceId) });

export const hostsQuery = (serviceId: string) => endpointQuery(listHosts, {}, { base: baseOf(serviceId) });
