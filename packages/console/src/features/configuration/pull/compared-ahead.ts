import type { Pull, PulledService } from '@atrium/contract/configuration/pull';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { compareOnce } from '../diff/service-diffs.ts';
import { basesQuery, localMetadataQuery } from './comparison.queries.ts';
import type { PullSession } from './pull-session.ts';
import { whenIdle } from './when-idle.ts';

/**
 * Reads the live files of each service while the manifest is looked at, and compares them when there is nothing else
 * to do, so that the comparison opens at once.
 */
export function useComparedAhead(pull: Pull, deselected: PullSession['deselected']): void {
  const client = useQueryClient();
  const compare = useEffectEvent((service: PulledService) => {
    const local = client.getQueryData(localMetadataQuery(service.serviceId).queryKey);
    if (local) compareOnce(local, service, deselected[service.serviceId]);
  });
  useEffect(() => {
    let isCurrent = true;
    for (const service of pull.services) {
      void client
        .prefetchQuery(localMetadataQuery(service.serviceId))
        .then(() => whenIdle(() => isCurrent && compare(service)));
    }
    void client.prefetchQuery(basesQuery(pull.uuid));
    return () => {
      isCurrent = false;
    };
  }, [client, pull]);
}
