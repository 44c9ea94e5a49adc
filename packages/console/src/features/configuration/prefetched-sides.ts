import type { Pull } from '@atrium/contract/configuration/pull';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { basesQuery, localMetadataQuery } from './pull.queries.ts';

/** Reads the live files of each service while the manifest is looked at, so that the comparison opens at once. */
export function usePrefetchedSides(pull: Pull): void {
  const client = useQueryClient();
  useEffect(() => {
    for (const { serviceId } of pull.services) void client.prefetchQuery(localMetadataQuery(serviceId));
    void client.prefetchQuery(basesQuery(pull.uuid));
  }, [client, pull]);
}
