import type { Pull } from '@atrium/contract/configuration/pull';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { compareOnce } from '../diff/service-diffs.ts';
import { localMetadataQuery } from './comparison.queries.ts';
import { differencesOf, type ManifestDifferences } from './manifest-differences.ts';
import { whenIdle } from './when-idle.ts';

/** By serviceId, as soon as the live files are here and there is time to compare them. */
export function useManifestDifferences(pull: Pull): ReadonlyMap<string, ManifestDifferences> {
  const live = useQueries({
    queries: pull.services.map(({ serviceId }) => localMetadataQuery(serviceId)),
    combine: (results) => results.map(({ data }) => data),
  });
  const [found, setFound] = useState<ReadonlyMap<string, ManifestDifferences>>(new Map());
  useEffect(() => {
    let isCurrent = true;
    pull.services.forEach((service, index) => {
      const local = live[index];
      if (local === undefined) return;
      whenIdle(() => {
        if (!isCurrent) return;
        const differences = differencesOf(compareOnce(local, service, undefined).files);
        setFound((before) => new Map(before).set(service.serviceId, differences));
      });
    });
    return () => {
      isCurrent = false;
    };
  }, [pull, live]);
  return found;
}
