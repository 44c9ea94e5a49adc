import { isLeftOutPlace } from '@atrium/contract/configuration/ignored-files';
import type { GitState } from '@atrium/contract/connections/git-state';

/** Files of a service in the branch: checksums by filePath, and paths that the repository fills with something else. */
export interface BranchFiles {
  files: Record<string, string>;
  ignoredPaths: string[];
}

export interface ComparedService {
  /** Live checksums by filePath. */
  live: ReadonlyMap<string, string>;
  branch: BranchFiles;
  /** Checksums last exchanged with the branch; undefined if nothing was. */
  base: Readonly<Record<string, string>> | undefined;
  /** Metadata, by filePath, whose two checksums count as the same. */
  same?: Readonly<Record<string, readonly [here: string, there: string]>> | undefined;
}

export interface DifferentFile {
  path: string;
  here: string | undefined;
  there: string | undefined;
  isChangedHere: boolean;
  isChangedThere: boolean;
}

/** Files that differ, each with the sides that changed it since the last exchange: both where nothing was exchanged. */
export function listDifferences({ live, branch, base, same = {} }: ComparedService): DifferentFile[] {
  const leftOut = new Set(branch.ignoredPaths);
  const paths = new Set([...live.keys(), ...Object.keys(branch.files)]);
  const different: DifferentFile[] = [];
  for (const path of paths) {
    const here = live.get(path);
    const there = branch.files[path];
    if (here === there || isLeftOutPlace(path, leftOut)) continue;
    const [sameHere, sameThere] = same[path] ?? [];
    if (here !== undefined && here === sameHere && there === sameThere) continue;
    const before = base?.[path];
    const isChangedThere = base === undefined ? there !== undefined : there !== before;
    const isChangedHere = base === undefined ? here !== undefined : here !== before;
    different.push({ path, here, there, isChangedHere, isChangedThere });
  }
  return different;
}

export function stateOf(differences: readonly DifferentFile[]): {
  state: GitState;
  filesAhead: number;
  filesBehind: number;
} {
  const filesAhead = differences.filter(({ isChangedHere }) => isChangedHere).length;
  const filesBehind = differences.filter(({ isChangedThere }) => isChangedThere).length;
  const state =
    filesAhead > 0 ? (filesBehind > 0 ? 'BOTH' : 'AHEAD') : filesBehind > 0 ? 'BEHIND' : 'IN_SYNC';
  return { state, filesAhead, filesBehind };
}

/** The state of several services together. */
export function stateOfAll(states: readonly GitState[]): GitState {
  const isAhead = states.some((state) => state === 'AHEAD' || state === 'BOTH');
  const isBehind = states.some((state) => state === 'BEHIND' || state === 'BOTH');
  return isAhead ? (isBehind ? 'BOTH' : 'AHEAD') : isBehind ? 'BEHIND' : 'IN_SYNC';
}
