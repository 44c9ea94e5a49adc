import type { ServiceBase } from '@atrium/contract/configuration/bases';
import { type ComparedFile, compareFiles } from '@atrium/contract/configuration/compare-files';
import type { IgnoredReason, ManifestFile } from '@atrium/contract/configuration/manifest';
import type { getLastCommits, Pull, PulledService } from '@atrium/contract/configuration/pull';
import type { EndpointResponse } from '@atrium/contract/endpoint';
import type { ExportedMetadata } from '@atrium/contract/service-api/export';
import { useQueries, useQuery } from '@tanstack/react-query';
import { type CloserLook, closerLookQuery } from './closer-look.ts';
import { type FileConflict, withConflicts } from './file-conflicts.ts';
import { comparedSides, filesOf, selectionOf } from './manifest-selection.ts';
import { basesQuery, lastCommitsQuery, localMetadataQuery } from './pull.queries.ts';
import type { PullSession } from './pull-session.ts';

export type DiffFile = ComparedFile<ManifestFile> & {
  readonly conflict?: FileConflict;
  /** Why the remote's content cannot be taken. */
  readonly unreadable?: IgnoredReason;
};

/** The comparison of one service: on its way, failed, or there. */
export interface ServiceDiff {
  readonly service: PulledService;
  readonly error: Error | null;
  readonly retry: () => void;
  readonly local: ExportedMetadata | undefined;
  /** All compared files, unchanged ones included; empty until `local` is there. */
  readonly files: readonly DiffFile[];
  readonly changedCount: number;
  /** Contents are still being looked at: what only they tell may change. */
  readonly isLooking: boolean;
  /** Differing files whose contents were not looked at. */
  readonly unlookedCount: number;
  /** Paths that take no part, because they were deselected. */
  readonly leftOut: readonly string[];
}

const noPaths: readonly string[] = [];

/** Compares every service of which something was selected; a closer look at contents refines it a moment later. */
export function useServiceDiffs(pull: Pull, deselected: PullSession['deselected']): ServiceDiff[] {
  const services = pull.services.filter(
    (service) => selectionOf(filesOf(service), new Set(deselected[service.serviceId])) !== 'none',
  );
  const results = useQueries({ queries: services.map(({ serviceId }) => localMetadataQuery(serviceId)) });
  const compared = services.map((service, index) => {
    const local = results[index]?.data;
    return local && compareOnce(service, local, deselected[service.serviceId]);
  });
  const looks = useQueries({
    queries: services.map(({ serviceId }, index) =>
      closerLookQuery(pull.uuid, serviceId, results[index]?.data?.version, compared[index]?.files ?? []),
    ),
  });
  const bases = useQuery(basesQuery(pull.uuid)).data?.services;
  const unreadable = useQuery({ ...lastCommitsQuery(pull.uuid), select: unreadableOf }).data;
  return services.map((service, index) => {
    const result = results[index];
    const comparison = compared[index];
    const { serviceId } = service;
    const files = comparison
      ? refineOnce(comparison, {
          look: looks[index]?.data,
          base: bases?.[serviceId],
          unreadable: unreadable?.[serviceId],
        })
      : [];
    return {
      service,
      local: result?.data,
      files,
      isLooking: looks[index]?.isFetching ?? false,
      unlookedCount: looks[index]?.data?.unlookedCount ?? 0,
      leftOut: comparison?.sides.leftOut ?? noPaths,
      changedCount: files.reduce((count, { type }) => (type === 'NO_CHANGE' ? count : count + 1), 0),
      error: result?.isFetching ? null : (result?.error ?? null),
      retry: () => void result?.refetch(),
    };
  });
}

interface Comparison {
  readonly service: PulledService;
  readonly deselected: readonly string[];
  readonly sides: ReturnType<typeof comparedSides<ManifestFile>>;
  readonly files: readonly DiffFile[];
  /** What the files were refined by. */
  by?: Refinement;
  refined?: readonly DiffFile[];
}

/** What comes to be known of a comparison after the names and checksums. */
interface Refinement {
  readonly look: CloserLook | undefined;
  readonly base: ServiceBase | undefined;
  readonly unreadable: { readonly [filePath: string]: IgnoredReason } | undefined;
}

/** By the live files that were compared. */
const comparisons = new WeakMap<ExportedMetadata, Comparison>();

const unreadableOf = ({ unreadable }: EndpointResponse<typeof getLastCommits>) => unreadable;

/** 100,000 files are compared once, not at every click. */
export function compareOnce(
  service: PulledService,
  local: ExportedMetadata,
  deselected: readonly string[] = noPaths,
): Comparison {
  const known = comparisons.get(local);
  if (known?.service === service && known.deselected === deselected) return known;
  const localFiles: ManifestFile[] = local.folders.flatMap((folder) => folder.files);
  const sides = comparedSides(localFiles, service, new Set(deselected));
  const comparison = { service, deselected, sides, files: compareFiles(sides.local, sides.remote) };
  comparisons.set(local, comparison);
  return comparison;
}

/** With moves and equal metadata that only the contents tell, conflicts of whole files, and what cannot be read. */
function refineOnce(comparison: Comparison, by: Refinement): readonly DiffFile[] {
  const { by: known, refined } = comparison;
  const { look, base, unreadable } = by;
  if (refined && known?.look === look && known?.base === base && known?.unreadable === unreadable)
    return refined;
  const files = look ? refineByContents(comparison, look) : comparison.files;
  const marked = unreadable ? markUnreadable(files, unreadable) : files;
  comparison.by = by;
  comparison.refined = base ? withConflicts(marked, base) : marked;
  return comparison.refined;
}

function markUnreadable(
  files: readonly DiffFile[],
  reasons: { readonly [filePath: string]: IgnoredReason },
): readonly DiffFile[] {
  return files.map((file) => {
    const reason = file.remote && reasons[file.remote.filePath];
    // Where both sides are equal, nothing has to be read.
    return reason === undefined || file.type === 'NO_CHANGE' ? file : { ...file, unreadable: reason };
  });
}

function refineByContents({ sides: { local, remote } }: Comparison, look: CloserLook): readonly DiffFile[] {
  const same = new Set(look.same);
  return compareFiles(local, remote, look.moved).map((file) =>
    file.type === 'CHANGED' && same.has(`${file.folderPath}/${file.name}`)
      ? { ...file, type: 'NO_CHANGE' as const }
      : file,
  );
}
