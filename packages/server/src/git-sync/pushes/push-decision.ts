import type { FileAction } from '@atrium/contract/configuration/confirmed-file';
import { defaultChoice } from '@atrium/contract/configuration/diff-file';
import { filePlaceOf } from '@atrium/contract/service-api/files/configuration-file';
import type { DefaultActions } from '@atrium/contract/service-api/versions/export';
import type { DifferentFile } from '../state/compare-with-branch.ts';

interface DecidedFile {
  path: string;
  action: FileAction;
}

/** Decisions on the differences of a service. */
export interface ServiceDecision {
  /** Changed only in git: taken. */
  taken: DecidedFile[];
  /** Changed on both sides, without a conflict: merged. */
  merged: DecidedFile[];
  /** Only a person can decide. */
  open: string[];
  /** Changed only here since the last exchange: stays. */
  here: string[];
}

interface Sources {
  hasBase: boolean;
  defaults: DefaultActions;
  /** Checksums by filePath of the version last exchanged; its differences from git were decided then. */
  exchanged: ReadonlyMap<string, string> | undefined;
  /** Conflicts in files that both sides changed; undefined for a file that could not be examined. */
  conflictsIn: (path: string) => number | undefined;
}

/** Takes files that only git has changed, merges files without conflicts, and keeps files that are only here. */
export function decideService(
  differences: readonly DifferentFile[],
  { hasBase, defaults, exchanged, conflictsIn }: Sources,
): ServiceDecision {
  const decision: ServiceDecision = { taken: [], merged: [], open: [], here: [] };
  for (const { path, here, there, isChangedHere, isChangedThere } of differences) {
    const isBoth = isChangedHere && isChangedThere;
    if (!isChangedThere) {
      const isDecided = hasBase && exchanged !== undefined && exchanged.get(path) === here;
      if (!isDecided) decision.here.push(path);
    } else if (isBoth) {
      const isMergeable = hasBase && here !== undefined && there !== undefined && conflictsIn(path) === 0;
      if (isMergeable) decision.merged.push({ path, action: 'merge-local' });
      else decision.open.push(path);
    } else {
      const type = there === undefined ? 'DELETED' : here === undefined ? 'NEW' : 'CHANGED';
      const choice = defaultChoice(type, filePlaceOf(path).folderPath, defaults);
      if (choice === 'local') decision.open.push(path);
      else decision.taken.push({ path, action: there === undefined ? 'delete' : 'remote' });
    }
  }
  return decision;
}

/** `3 files from git, 1 merged, 2 to decide` */
export function describeDecisions(decisions: readonly ServiceDecision[]): string {
  const count = (list: (decision: ServiceDecision) => readonly unknown[]) =>
    decisions.reduce((sum, decision) => sum + list(decision).length, 0);
  const [taken, merged, open] = [
    count((decision) => decision.taken),
    count((decision) => decision.merged),
    count((decision) => decision.open),
  ];
  return [
    taken > 0 && `${taken} ${taken === 1 ? 'file' : 'files'} from git`,
    merged > 0 && `${merged} merged`,
    open > 0 && `${open} to decide`,
  ]
    .filter(Boolean)
    .join(', ');
}
