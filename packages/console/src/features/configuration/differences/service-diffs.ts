import type { NewerExchange, ServiceBase } from '@atrium/contract/configuration/bases';
import { isMove, type KnownBase, knownBase } from '@atrium/contract/configuration/changed-side';
import { type ComparedFile, compareFiles } from '@atrium/contract/configuration/compare-files';
import type { IgnoredReason } from '@atrium/contract/configuration/ignored-reason';
import type { ManifestFile } from '@atrium/contract/configuration/manifest';
import type { Pull, PulledService } from '@atrium/contract/configuration/pull';
import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import type { ExportedMetadata } from '@atrium/contract/service-api/versions/export';
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { lastResultOf } from '../../../lib/last-result.ts';
import { type DiffFile, markFile } from '../decisions/diff-file.ts';
import type { PullSession } from '../decisions/pull-session.ts';
import { type LastCommits, lastCommitsQuery } from '../files/pull.queries.ts';
import { comparedSides } from './compared-sides.ts';
import { basesQuery, localMetadataQuery, lookQuery } from './comparison.queries.ts';
import { filesOf, selectionOf } from './manifest-selection.ts';
import { type Examination, withExamination } from './moved-files.ts';
import { withoutStaying } from './staying-files.ts';

/** The comparison of one service: on its way, failed, or there. */
export interface ServiceDiff {
  readonly service: PulledService;
  readonly error: Error | null;
  readonly retry: () => void;
  /** Reason for missing authors; the comparison itself is complete. */
  readonly basesError: Error | null;
  /** Why the contents could not be examined. */
  readonly examineError: Error | null;
  /** Retries the failed queries of the two. */
  readonly retryMarks: () => void;
  readonly local: ExportedMetadata | undefined;
  /** All compared files, unchanged ones included; empty until `local` is there. */
  readonly files: readonly DiffFile[];
  /** Changed files only. */
  readonly changed: readonly DiffFile[];
  /** Contents are still being examined: results that depend on them may change. */
  readonly isExamining: boolean;
  /** Differing files whose contents were not refined at. */
  readonly unexaminedCount: number;
  /** Id of the exchange used as base, null for none; undefined while unknown. */
  readonly exchange: string | null | undefined;
  /** A newer state of the branch is live, which submitting this one would take back. */
  readonly newer: NewerExchange | undefined;
  /** Paths that take no part, because they or the places they moved to were deselected. */
  readonly leftOut: readonly string[];
  /** Number of excluded files that differ; a moved file counts once. */
  readonly leftOutCount: number;
  /** Number of live files that stay because the target of their move was deselected. */
  readonly stayingCount: number;
}

/** Whether local and remote are identical; false until the comparison is done. */
export const isSame = ({ local, changed }: ServiceDiff) => local !== undefined && changed.length === 0;

const noPaths: readonly string[] = [];

const noDiffFiles: readonly DiffFile[] = [];

/** Compares every service with a selected file; the contents refine the result later. */
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
    return local && compareOnce(local, service, deselected[service.serviceId]);
  });
  const examinations = useQueries({
    queries: services.map(({ serviceId }, index) =>
      // If nothing differs there is nothing to examine.
      lookQuery(
        pull.uuid,
        serviceId,
        comparisons[index]?.isSame && comparisons[index].left.length === 0
          ? undefined
          : results[index]?.data?.version,
      ),
    ),
  });
  const bases = useQuery(basesQuery(pull.uuid));
  // A base that is only stale remains valid until its refetch completes.
  const isOutdated = useQueryClient().getQueryState(basesQuery(pull.uuid).queryKey)?.isInvalidated;
  const isBaseAwaited = bases.isFetching && (bases.data === undefined || isOutdated === true);
  const unreadable = useQuery({ ...lastCommitsQuery(pull.uuid), select: unreadableOf }).data;
  return services.map((service, index) => {
    const result = results[index];
    const local = result?.data;
    const { serviceId } = service;
    const comparison = comparisons[index];
    const examination = examinations[index];
    const isSame = comparison?.isSame === true;
    const base = bases.data?.services[serviceId];
    const refined = comparison
      ? refineOnce(
          comparison,
          examination?.data,
          bases.data ? base : null,
          unreadable?.[serviceId],
          startsBySide,
        )
      : undefined;
    return {
      service,
      local,
      files: refined?.files ?? noDiffFiles,
      changed: refined?.changed ?? noDiffFiles,
      isExamining: !isSame && (isBaseAwaited || (examination?.isFetching ?? false)),
      unexaminedCount: examination?.data?.unexaminedCount ?? 0,
      exchange: bases.data && !base ? null : base?.exchange,
      newer: base?.newer,
      leftOut: refined?.leftOut ?? noPaths,
      leftOutCount: refined?.leftOutCount ?? 0,
      stayingCount: refined?.stayingCount ?? 0,
      error: result?.isFetching ? null : (result?.error ?? null),
      retry: () => void result?.refetch(),
      basesError: isSame || bases.isFetching ? null : bases.error,
      examineError: isSame || examination?.isFetching ? null : (examination?.error ?? null),
      retryMarks: () => {
        if (bases.error) void bases.refetch();
        if (examination?.error) void examination.refetch();
      },
    };
  });
}

interface Comparison {
  readonly leftOut: readonly string[];
  /** Excluded files that differ. */
  readonly left: readonly ComparedFile<ManifestFile>[];
  readonly stayingCount: number;
  readonly deselected: ReadonlySet<string>;
  readonly files: readonly ComparedFile<ManifestFile>[];
  /** Whether all names and checksums are equal. */
  readonly isSame: boolean;
  readonly defaults: ExportedMetadata['defaultActions'];
}

const isDiffering = ({ type }: ComparedFile) => type !== 'NO_CHANGE';

const unreadableOf = ({ unreadable }: LastCommits) => unreadable;

/** 100,000 files are compared once, not at every click. */
export const compareOnce = lastResultOf(
  (
    local: ExportedMetadata,
    service: PulledService,
    deselectedPaths: readonly string[] | undefined,
  ): Comparison => {
    const localFiles: ManifestFile[] = local.folders.flatMap((folder) => folder.files);
    const deselected = new Set(deselectedPaths);
    const { leftOut, stayingCount, ...sides } = comparedSides(localFiles, service, deselected);
    const files = compareFiles(sides.local, sides.remote);
    const left = compareFiles(sides.left.local, sides.left.remote).filter(isDiffering);
    const isSame = !files.some(isDiffering);
    return { leftOut, left, stayingCount, deselected, files, isSame, defaults: local.defaultActions };
  },
);

const knownOnce = lastResultOf((base: ServiceBase): KnownBase => knownBase(base));

/** The moves and equal metadata that contents show, without moves that the base shows to be two files. */
function shownBy(
  { moved, same }: Pick<Examination, 'moved' | 'same'>,
  base: ServiceBase | undefined | null,
): Pick<Examination, 'moved' | 'same'> {
  const known = base && knownOnce(base);
  return {
    moved: known
      ? moved.filter(({ from, to, origin }) => origin !== undefined || isMove(known, from, to))
      : moved,
    same,
  };
}

/** Compares all files of a service, selected or not; the contents refine the result. */
export function compareAll(
  local: ExportedMetadata,
  service: PulledService,
  examination: Examination | undefined,
  base: ServiceBase | undefined | null,
): readonly ComparedFile<ManifestFile>[] {
  const { files } = compareOnce(local, service, undefined);
  return examination ? withExamination(files, shownBy(examination, base)) : files;
}

/** Adds moves and equal metadata, which only contents reveal, and marks each differing file. */
const refineOnce = lastResultOf(
  (
    comparison: Comparison,
    examination: Examination | undefined,
    base: ServiceBase | undefined | null,
    unreadable: { readonly [filePath: string]: IgnoredReason } | undefined,
    startsBySide: boolean,
  ): Pick<ServiceDiff, 'files' | 'changed' | 'leftOut' | 'leftOutCount' | 'stayingCount'> => {
    const sources = {
      base: base && knownOnce(base),
      origins: new Map(examination?.moved.flatMap(({ from, origin }) => (origin ? [[from, origin]] : []))),
      examined: examination?.files,
      unreadable,
      defaults: comparison.defaults,
      startsBySide,
    };
    const changed: DiffFile[] = [];
    const shown = examination && shownBy(examination, base);
    const moved = shown?.moved ?? [];
    const { files: taking, ...staying } = withoutStaying(comparison.files, moved, comparison.deselected);
    const refined = shown ? withExamination(taking, shown) : taking;
    const left = shown ? withExamination([...comparison.left, ...staying.leftOut], shown) : comparison.left;
    const files = refined.map((file): DiffFile => {
      if (file.type === 'NO_CHANGE') return file;
      const marked = markFile(file, sources);
      changed.push(marked);
      return marked;
    });
    return {
      files,
      changed,
      leftOut: [...comparison.leftOut, ...staying.leftOut.map(filePathOf)],
      leftOutCount: left.filter(isDiffering).length,
      stayingCount: comparison.stayingCount + staying.count,
    };
  },
);
