import { restoreLineEndings, toPlainText } from '@atrium/diff/line-endings';
import { splitLines, textOfLines } from '@atrium/diff/lines';
import type { MergeSides } from './merge-start.ts';
import type { PaneRegion } from './pane-region.ts';

/** What the dialog knows of unsubmitted work: enough to go on exactly where it stopped. */
export interface MergeWork extends MergeSides {
  readonly merged: string;
  readonly regions: readonly PaneRegion[];
  readonly positions: Int32Array;
  readonly savedAt: string;
}

/** Unsubmitted work on one file, as it is kept. */
export interface MergeDraft extends MergeWork {
  /** Whether its remote side was an earlier draft. */
  readonly isOnTop: boolean;
}

export const DRAFT_DELAY_MS = 300;

export function draftKey(uuid: string, serviceId: string, filePath: string): string {
  return `merge/${uuid}/${serviceId}/${filePath}`;
}

/** How work on a file goes on. */
export interface ResumedDraft {
  readonly savedAt: string;
  readonly sides: MergeSides;
  /** Only where it goes on exactly where it stopped: its regions fit no other sides. */
  readonly draft?: MergeDraft;
  /** The remote side is the draft itself, not the remote's file. */
  readonly isOnTop: boolean;
}

/** Whether local changed after the draft was made. */
export function isDraftMoved(draft: MergeDraft, { local }: MergeSides): boolean {
  return draft.local !== local;
}

/** On the sides the draft was made on while local is the same; else merged on top of the newer local. */
export function resumeDraft(draft: MergeDraft, current: MergeSides): ResumedDraft {
  const { savedAt, isOnTop } = draft;
  if (!isDraftMoved(draft, current)) {
    const { base, local, remote } = draft;
    return { savedAt, sides: { base, local, remote }, draft, isOnTop };
  }
  // A draft has the editor's line endings; as a side it has those that it would be submitted with.
  const remote = restoreLineEndings(textWithMarkers(draft), current.local);
  return { savedAt, sides: { base: draft.local, local: current.local, remote }, isOnTop: true };
}

/**
 * The text of a draft with what nobody has decided yet between markers. As it shows in the editor, an open
 * conflict looks like a decision for the base, and would undo local without a word.
 */
function textWithMarkers({ merged, regions, positions, ...sides }: MergeDraft): string {
  const linesOf = (text: string) => splitLines(toPlainText(text).text).lines;
  const [base, local, remote] = [linesOf(sides.base ?? ''), linesOf(sides.local), linesOf(sides.remote)];
  const section = (marker: string, lines: readonly string[], { from, to }: { from: number; to: number }) => {
    const text = textOfLines(lines, from, to);
    return `${marker}\n${text}${text === '' || text.endsWith('\n') ? '' : '\n'}`;
  };
  let text = '';
  let end = 0;
  regions.forEach((region, index) => {
    if (region.state !== 'open') return;
    text += merged.slice(end, positions[index * 2]);
    text += section('<<<<<<< local', local, region.local);
    if (sides.base !== null) text += section('||||||| base', base, region.base);
    text += `${section('=======', remote, region.remote)}>>>>>>> remote\n`;
    end = positions[index * 2 + 1] as number;
  });
  return text + merged.slice(end);
}
