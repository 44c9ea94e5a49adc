import {
  byPlace,
  type ComparedFile,
  type ComparedSide,
  compareFiles,
  type MovedPair,
} from '@atrium/contract/configuration/compare-files';
import type { examineFiles, MovedFile } from '@atrium/contract/configuration/examine-files';
import type { EndpointResponse } from '@atrium/contract/endpoint';
import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { isMetaFile, metaPathOf } from '@atrium/contract/service-api/files/item-file-names';

/** Details of a service's files that require their contents. */
export type Examination = EndpointResponse<typeof examineFiles>;

/** Adds moved files and equal metadata, which only contents reveal, to a comparison. */
export function withExamination<Side extends ComparedSide>(
  files: readonly ComparedFile<Side>[],
  { moved, same }: Pick<Examination, 'moved' | 'same'>,
): readonly ComparedFile<Side>[] {
  const isSame = new Set(same);
  const atOnePlace: ComparedFile<Side>[] = [];
  const [here, there]: [Side[], Side[]] = [[], []];
  for (const file of files) {
    if (file.type === 'NO_CHANGE') atOnePlace.push(file);
    else if (file.type === 'CHANGED') {
      atOnePlace.push(isSame.has(filePathOf(file)) ? { ...file, type: 'NO_CHANGE' } : file);
    } else {
      if (file.local) here.push(file.local);
      if (file.remote) there.push(file.remote);
    }
  }
  const others = compareFiles(here, there, pairsOf(here, there, moved));
  return others.length === 0 ? atOnePlace : [...atOnePlace, ...others].sort(byPlace);
}

/** Metadata moves with its source, however little of it is the same. */
function pairsOf<Side extends ComparedSide>(
  here: readonly Side[],
  there: readonly Side[],
  moved: readonly MovedFile[],
): MovedPair<Side>[] {
  const byPath = (files: readonly Side[]) => new Map(files.map((file) => [filePathOf(file), file]));
  const [local, remote] = [byPath(here), byPath(there)];
  const pairs = new Map<Side, Side>();
  const taken = new Set<Side>();
  const add = (from: string, to: string) => {
    const [mine, theirs] = [local.get(from), remote.get(to)];
    if (!mine || !theirs || pairs.has(mine) || taken.has(theirs)) return;
    pairs.set(mine, theirs);
    taken.add(theirs);
  };
  for (const { from, to } of moved) {
    if (isMetaFile(from) || isMetaFile(to)) continue;
    add(from, to);
    add(metaPathOf(from), metaPathOf(to));
  }
  for (const { from, to } of moved) add(from, to);
  return [...pairs];
}
