import { getNamedVersion } from '@atrium/contract/configuration/versions';
import { queryOptions } from '@tanstack/react-query';
import { endpointQuery } from '../api/endpoint-query.ts';

/** Author, time and commit of a version; immutable. */
export const namedVersionQuery = (serviceId: string, version: number) =>
  queryOptions({
    ...endpointQuery(getNamedVersion, { params: { serviceId, version } }),
    staleTime: Infinity,
  });
