import type { ServiceBase } from '@atrium/contract/configuration/bases';
import { type ComparedFile, compareFiles } from '@atrium/contract/configuration/compare-files';
import type { ManifestFile } from '@atrium/contract/configuration/manifest';
import type { Pull, PulledService } from '@atrium/contract/configuration/pull';
import type { ExportedMetadata } from '@atrium/contract/service-api/export';
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type CloserLook, closerLookQuery } from './closer-look.ts';
import { type FileConflict, withConflicts } from './file-conflicts.ts';
import { comparedSides, filesOf, selectionOf } from './manifest-selection.ts';
import { basesQuery, localMetadataQuery } from './pull.queries.ts';
import type { PullSession } from './pull-session.ts';

export type DiffFile = ComparedFile<ManifestFile> & { readonly conflict?: FileConflict };

/** The comparison of one service: on its way, failed, or there. */
export interface ServiceDiff {
  readonly service: PulledService;
  readonly error: Error | null;
  readonly retry: () => void;
  readonly local: ExportedMetadata | undefined;
  /** All compared files, unchanged ones included; empty until `local` is there. */
  readonly files: readonly DiffFile[];
  readonly changedCount: number;
  /** Paths that take no part, because they were deselected. */
  readonly leftOut: readonly string[];
}

const noPaths: readonly string[] = [];

/** Compares every service of which something was selected; a closer look at contents refines it a moment later. */
export function useServiceDiffs(pull: Pull, deselected: PullSession['deselected']): ServiceDiff[] {
  const client = useQueryClient();
  const services = pull.services.filter(
    (service) => selectionOf(filesOf(service), new Set(deselected[service.serviceId])) !== 'none',
  );
  const results = useQueries({ queries: services.map(({ serviceId }) => localMetadataQuery(serviceId)) });
  const [memory] = useState(() => new WeakMap<object, Comparison>());
  const compared = services.map((service, index) => {
    const local = results[index]?.data;
    return local && compareOnce(memory, service, local, deselected[service.serviceId] ?? noPaths);
  });
  const looks = useQueries({
    queries: services.map(({ serviceId }, index) =>
      closerLookQuery(client, pull.uuid, serviceId, compared[index]?.files ?? []),
    ),
  });
  const bases = useQuery(basesQuery(pull.uuid)).data?.services;
  return services.map((service, index) => {
    const result = results[index];
    const comparison = compared[index];
    const files = comparison ? refineOnce(comparison, looks[index]?.data, bases?.[service.serviceId]) : [];
    return {
      service,
      local: result?.data,
      files,
      leftOut: comparison?.sides.leftOut ?? noPaths,
      changedCount: files.reduce((count, { type }) => (type === 'NO_CHANGE' ? count : count + 1), 0),
      error: result?.isFetching ? null : (result?.error ?? null),
      retry: () => void result?.refetch(),
    };
  });
}

/** 100,000 files are compared once, not at every click. */
interface Comparison {
  readonly deselected: readonly string[];
  readonly sides: ReturnType<typeof comparedSides<ManifestFile>>;
  readonly files: readonly DiffFile[];
  /** What the files were refined by. */
  look?: CloserLook | undefined;
  base?: ServiceBase | undefined;
  refined?: readonly DiffFile[];
}

function compareOnce(
  memory: WeakMap<object, Comparison>,
  service: PulledService,
  local: ExportedMetadata,
  deselected: readonly string[],
): Comparison {
  const known = memory.get(local);
  if (known?.deselected === deselected) return known;
  const localFiles: ManifestFile[] = local.folders.flatMap((folder) => folder.files);
  const sides = comparedSides(localFiles, service, new Set(deselected));
  const comparison = { deselected, sides, files: compareFiles(sides.local, sides.remote) };
  memory.set(local, comparison);
  return comparison;
}

/** With moves and equal metadata that only the contents tell, and with the conflicts of whole files. */
function refineOnce(
  comparison: Comparison,
  look: CloserLook | undefined,
  base: ServiceBase | undefined,
): readonly DiffFile[] {
  if (comparison.refined && comparison.look === look && comparison.base === base) return comparison.refined;
  const files = look ? refineByContents(comparison, look) : comparison.files;
  comparison.look = look;
  comparison.base = base;
  comparison.refined = base ? withConflicts(files, base) : files;
  return comparison.refined;
}

function refineByContents({ sides: { local, remote } }: Comparison, look: CloserLook): readonly DiffFile[] {
  const same = new Set(look.same);
  return compareFiles(local, remote, look.moved).map((file) =>
    file.type === 'CHANGED' && same.has(`${file.folderPath}/${file.name}`)
      ? { ...file, type: 'NO_CHANGE' as const }
      : file,
  );
}
