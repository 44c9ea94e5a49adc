import type { SyntaxFault } from '@atrium/contract/configuration/examine-files';
import { findFault } from '../../../../ui/code/file-fault.ts';
import { isConflict, isOpen } from '../../panes/pane-region.ts';
import type { MergeController } from '../editor/merge-controller.ts';
import type { MergeSnapshot } from '../editor/merge-snapshot.ts';
import { findMarker } from '../regions/merge-counts.ts';

export interface Readiness {
  /** Why the result cannot be submitted yet; null when it can. */
  readonly reason: string | null;
  /** Line (from 1) to jump to. */
  readonly line?: number;
  /** Shown, but not a reason to refuse: the service decides what it can read. */
  readonly syntax?: SyntaxFault;
}

/** Describes the open regions; undefined if all are decided. */
export function describeOpen(
  { panes }: MergeController,
  { regions, counts: { openConflicts } }: MergeSnapshot,
): string | undefined {
  if (openConflicts === 0) return undefined;
  const word = panes.start.hasBase ? 'conflict' : 'difference';
  const hidden = regions.filter(
    (region) => isConflict(region) && isOpen(region) && !panes.isShown(region),
  ).length;
  const isOne = openConflicts === 1;
  return `${openConflicts} ${word}${isOne ? ' is' : 's are'} still open${hidden > 0 ? ` (${hidden} hidden by a filter)` : ''}.`;
}

/** Whether a merge can be submitted. Looks through the whole text, so it waits until the typing stopped. */
export function checkReadiness(controller: MergeController, settled: MergeSnapshot): Readiness {
  // The last of them may have been decided since.
  if (settled.counts.openConflicts > 0) return { reason: 'Checking the result…' };
  const text = controller.mergedText();
  const marker = findMarker(text, controller.panes.start.local);
  if (marker !== undefined) {
    return { reason: `Remove the conflict marker in line ${marker}.`, line: marker };
  }
  const syntax = findFault(controller.name, text);
  return syntax ? { reason: null, syntax, line: syntax.line } : { reason: null };
}
