import type { ServiceBase } from '@atrium/contract/configuration/bases';
import { isMove, type KnownBase, knownBase } from '@atrium/contract/configuration/changed-side';
import { type ComparedFile, compareFiles } from '@atrium/contract/configuration/compare-files';
import type { IgnoredReason, ManifestFile } from '@atrium/contract/configuration/manifest';
import type { getLastCommits, Pull, PulledService } from '@atrium/contract/configuration/pull';
import type { EndpointResponse } from '@atrium/contract/endpoint';
import type { ExportedMetadata } from '@atrium/contract/service-api/export';
import { useQueries, useQuery } from '@tanstack/react-query';
import { type FileMarks, markFile } from './file-marks.ts';
import { comparedSides, filesOf, selectionOf } from './manifest-selection.ts';
import { type CloserLook, withLook } from './moved-files.ts';
import { basesQuery, lastCommitsQuery, localMetadataQuery, lookQuery } from './pull.queries.ts';
import type { PullSession } from './pull-session.ts';

export type DiffFile = ComparedFile<ManifestFile> & FileMarks;

/** The comparison of one service: on its way, failed, or there. */
export interface ServiceDiff {
  readonly service: PulledService;
  readonly error: Error | null;
  readonly retry: () => void;
  readonly local: ExportedMetadata | undefined;
  /** All compared files, unchanged ones included; empty until `local` is there. */
  readonly files: readonly DiffFile[];
  /** Those of them that differ. */
  readonly changed: readonly DiffFile[];
  /** Contents are still being looked at: what only they tell may change. */
  readonly isLooking: boolean;
  /** Differing files whose contents were not looked at. */
  readonly unlookedCount: number;
  /** Paths that take no part, because they were deselected. */
  readonly leftOut: readonly string[];
}

const noPaths: readonly string[] = [];

const noDiffFiles: readonly DiffFile[] = [];

/** Compares every service of which something was selected; a look at contents refines it a moment later. */
export function useServiceDiffs(
  pull: Pull,
  deselected: PullSession['deselected'],
  startsBySide: boolean,
): ServiceDiff[] {
  const services = pull.services.filter(
    (service) => selectionOf(filesOf(service), new Set(deselected[service.serviceId])) !== 'none',
  );
  const results = useQueries({ queries: services.map(({ serviceId }) => localMetadataQuery(serviceId)) });
  const comparisons = services.map((service, index) => {
    const local = results[index]?.data;
    return local && compareOnce(service, local, deselected[service.serviceId]);
  });
  const looks = useQueries({
    queries: services.map(({ serviceId }, index) =>
      // Where nothing differs there is nothing to look at.
      lookQuery(pull.uuid, serviceId, comparisons[index]?.isSame ? undefined : results[index]?.data?.version),
    ),
  });
  const bases = useQuery(basesQuery(pull.uuid));
  const unreadable = useQuery({ ...lastCommitsQuery(pull.uuid), select: unreadableOf }).data;
  return services.map((service, index) => {
    const result = results[index];
    const local = result?.data;
    const { serviceId } = service;
    const comparison = comparisons[index];
    const refined = comparison
      ? refineOnce(comparison, {
          look: looks[index]?.data,
          base: bases.data ? bases.data.services[serviceId] : null,
          unreadable: unreadable?.[serviceId],
          startsBySide,
        })
      : undefined;
    return {
      service,
      local,
      files: refined?.files ?? noDiffFiles,
      changed: refined?.changed ?? noDiffFiles,
      isLooking: comparison?.isSame !== true && (bases.isPending || (looks[index]?.isFetching ?? false)),
      unlookedCount: looks[index]?.data?.unlookedCount ?? 0,
      leftOut: comparison?.sides.leftOut ?? noPaths,
      error: result?.isFetching ? null : (result?.error ?? null),
      retry: () => void result?.refetch(),
    };
  });
}

interface Comparison {
  readonly service: PulledService;
  readonly deselected: readonly string[];
  readonly sides: ReturnType<typeof comparedSides<ManifestFile>>;
  readonly files: readonly ComparedFile<ManifestFile>[];
  /** Nothing differs by name and checksum. */
  readonly isSame: boolean;
  readonly defaults: ExportedMetadata['defaultActions'];
  /** What the files were refined by. */
  by?: Refinement;
  refined?: Pick<ServiceDiff, 'files' | 'changed'>;
}

/** What comes to be known of a comparison after the names and checksums. */
interface Refinement {
  readonly look: CloserLook | undefined;
  readonly base: ServiceBase | undefined | null;
  readonly unreadable: { readonly [filePath: string]: IgnoredReason } | undefined;
  readonly startsBySide: boolean;
}

/** By the live files that were compared. */
const knownComparisons = new WeakMap<ExportedMetadata, Comparison>();
const knownBases = new WeakMap<ServiceBase, KnownBase>();

const unreadableOf = ({ unreadable }: EndpointResponse<typeof getLastCommits>) => unreadable;

/** 100,000 files are compared once, not at every click. */
export function compareOnce(
  service: PulledService,
  local: ExportedMetadata,
  deselected: readonly string[] = noPaths,
): Comparison {
  const known = knownComparisons.get(local);
  if (known?.service === service && known.deselected === deselected) return known;
  const localFiles: ManifestFile[] = local.folders.flatMap((folder) => folder.files);
  const sides = comparedSides(localFiles, service, new Set(deselected));
  const files = compareFiles(sides.local, sides.remote);
  const isSame = files.every(({ type }) => type === 'NO_CHANGE');
  const comparison = { service, deselected, sides, files, isSame, defaults: local.defaultActions };
  knownComparisons.set(local, comparison);
  return comparison;
}

/** With moves and equal metadata that only the contents tell, and marks on what differs. */
function refineOnce(comparison: Comparison, by: Refinement): Pick<ServiceDiff, 'files' | 'changed'> {
  const { by: known, refined } = comparison;
  const keys = ['look', 'base', 'unreadable', 'startsBySide'] as const;
  if (refined && known && keys.every((key) => known[key] === by[key])) return refined;
  const { look, base, unreadable, startsBySide } = by;
  const sources = {
    base: base && knownOnce(base),
    looks: look?.files,
    unreadable,
    defaults: comparison.defaults,
    startsBySide,
  };
  const changed: DiffFile[] = [];
  const moved = look?.moved.filter(({ from, to }) => !sources.base || isMove(sources.base, from, to)) ?? [];
  const looked = look ? withLook(comparison.files, { moved, same: look.same }) : comparison.files;
  const files = looked.map((file): DiffFile => {
    if (file.type === 'NO_CHANGE') return file;
    const marked = markFile(file, sources);
    changed.push(marked);
    return marked;
  });
  comparison.by = by;
  comparison.refined = { files, changed };
  return comparison.refined;
}

function knownOnce(base: ServiceBase): KnownBase {
  const known = knownBases.get(base) ?? knownBase(base);
  knownBases.set(base, known);
  return known;
}
