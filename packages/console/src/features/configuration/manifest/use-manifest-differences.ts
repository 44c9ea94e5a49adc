import type { Pull } from '@atrium/contract/configuration/pull';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { basesQuery, localMetadataQuery, lookQuery } from '../differences/comparison.queries.ts';
import { differencesOf, type ManifestDifferences } from '../differences/manifest-differences.ts';
import { compareAll, compareOnce } from '../differences/service-diffs.ts';
import { whenIdle } from './when-idle.ts';

/**
 * Differences by service, computed when idle once the live files are loaded. Names and checksums are compared first;
 * the contents then reveal moved files and insignificant differences.
 */
export function useManifestDifferences(pull: Pull): {
  differences: ReadonlyMap<string, ManifestDifferences>;
  /** Some service is still to be compared; one whose live files cannot be read never is. */
  isComparing: boolean;
} {
  const { live, unread } = useQueries({
    queries: pull.services.map(({ serviceId }) => localMetadataQuery(serviceId)),
    combine: (results) => ({
      live: results.map(({ data }) => data),
      unread: results.map(({ isError }) => isError),
    }),
  });
  const [found, setFound] = useState<ReadonlyMap<string, ManifestDifferences>>(new Map());
  // Live versions, by serviceId, from which a checksum differs: only there contents have something to show.
  const [differing, setDiffering] = useState<ReadonlyMap<string, number>>(new Map());
  const examinations = useQueries({
    queries: pull.services.map(({ serviceId }) => lookQuery(pull.uuid, serviceId, differing.get(serviceId))),
    combine: (results) => results.map(({ data }) => data),
  });
  const bases = useQuery(basesQuery(pull.uuid)).data?.services;
  useEffect(() => {
    let isCurrent = true;
    pull.services.forEach((service, index) => {
      const local = live[index];
      if (local === undefined) return;
      const { serviceId } = service;
      const { version } = local;
      whenIdle(() => {
        if (!isCurrent) return;
        const examination = differing.get(serviceId) === version ? examinations[index] : undefined;
        const differences = differencesOf(compareAll(local, service, examination, bases?.[serviceId]));
        setFound((before) => new Map(before).set(serviceId, differences));
        if (compareOnce(local, service, undefined).isSame || differing.get(serviceId) === version) return;
        setDiffering((before) => new Map(before).set(serviceId, version));
      });
    });
    return () => {
      isCurrent = false;
    };
  }, [pull, live, differing, examinations, bases]);
  const isComparing = pull.services.some(({ serviceId }, index) => !found.has(serviceId) && !unread[index]);
  return { differences: found, isComparing };
}
