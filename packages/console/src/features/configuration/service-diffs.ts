import { type ComparedFile, compareFiles } from '@atrium/contract/configuration/compare-files';
import type { ManifestFile } from '@atrium/contract/configuration/manifest';
import type { Pull, PulledService } from '@atrium/contract/configuration/pull';
import type { ExportedMetadata } from '@atrium/contract/service-api/export';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { comparedSides, filesOf, selectionOf } from './manifest-selection.ts';
import { localMetadataQuery } from './pull.queries.ts';
import type { PullSession } from './pull-session.ts';

export type DiffFile = ComparedFile<ManifestFile>;

/** The comparison of one service: on its way, failed, or there. */
export interface ServiceDiff {
  readonly service: PulledService;
  readonly error: Error | null;
  readonly retry: () => void;
  readonly local: ExportedMetadata | undefined;
  /** All compared files, unchanged ones included; empty until `local` is there. */
  readonly files: readonly DiffFile[];
  readonly changedCount: number;
}

const noPaths: readonly string[] = [];

/** Compares every service of which something was selected. */
export function useServiceDiffs(pull: Pull, deselected: PullSession['deselected']): ServiceDiff[] {
  const services = pull.services.filter(
    (service) => selectionOf(filesOf(service), new Set(deselected[service.serviceId])) !== 'none',
  );
  const results = useQueries({ queries: services.map(({ serviceId }) => localMetadataQuery(serviceId)) });
  const compared = useMemo(() => new WeakMap<object, WeakMap<object, readonly DiffFile[]>>(), []);
  return services.map((service, index) => {
    const result = results[index];
    const local = result?.data;
    const left = deselected[service.serviceId] ?? noPaths;
    const files = local ? compareOnce(compared, service, local, left) : [];
    return {
      service,
      local,
      files,
      changedCount: files.reduce((count, { type }) => (type === 'NO_CHANGE' ? count : count + 1), 0),
      error: result?.isFetching ? null : (result?.error ?? null),
      retry: () => void result?.refetch(),
    };
  });
}

/** 100,000 files are compared once, not at every click. */
function compareOnce(
  cache: WeakMap<object, WeakMap<object, readonly DiffFile[]>>,
  service: PulledService,
  local: ExportedMetadata,
  deselected: readonly string[],
): readonly DiffFile[] {
  const ofLocal = cache.get(local) ?? new WeakMap<object, readonly DiffFile[]>();
  cache.set(local, ofLocal);
  const known = ofLocal.get(deselected);
  if (known) return known;
  const localFiles: ManifestFile[] = local.folders.flatMap((folder) => folder.files);
  const sides = comparedSides(localFiles, service, new Set(deselected));
  const files = compareFiles(sides.local, sides.remote);
  ofLocal.set(deselected, files);
  return files;
}
