import { getNamedVersion } from '@atrium/contract/configuration/versions';
import { queryOptions } from '@tanstack/react-query';
import { endpointQuery } from '../api/endpoint-query.ts';

/** Who made a version, when, and from which commit; it never changes. */
export const namedVersionQuery = (serviceId: string, version: number) =>
  queryOptions({
    ...endpointQuery(getNamedVersion, { params: { serviceId, version } }),
    staleTime: Infinity,
  });
