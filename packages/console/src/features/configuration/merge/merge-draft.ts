import { restoreLineEndings, toPlainText } from '@atrium/diff/line-endings';
import { splitLines, textOfLines } from '@atrium/diff/lines';
import { merge3, textOfConflict } from '@atrium/diff/merge';
import type { MergeSides } from './merge-start.ts';
import type { PaneRegion } from './pane-region.ts';

/** What the dialog knows of unsubmitted work: enough to go on exactly where it stopped. */
export interface MergeWork extends MergeSides {
  readonly merged: string;
  readonly regions: readonly PaneRegion[];
  readonly positions: Int32Array;
  readonly savedAt: string;
}

/** The side on which an earlier draft stands in place of the file. */
export type DraftSide = 'local' | 'remote' | null;

/** Unsubmitted work on one file, as it is kept. */
export interface MergeDraft extends MergeWork {
  readonly draftSide: DraftSide;
  /** Both files as they were; other ones now mean that they moved meanwhile. */
  readonly files: { readonly local: string; readonly remote: string };
}

export const DRAFT_DELAY_MS = 300;

export function draftKey(uuid: string, serviceId: string, filePath: string): string {
  return `merge/${uuid}/${serviceId}/${filePath}`;
}

/** Where a person's newest draft of a file is told, whatever the pull: what moves the remote is a new pull. */
export function newestDraftKey(
  userId: string,
  { gitUrl, branch }: { gitUrl: string; branch: string | null },
  serviceId: string,
  filePath: string,
): string {
  return `merge-newest/${userId}/${gitUrl}#${branch ?? ''}/${serviceId}/${filePath}`;
}

/** How work on a file goes on. */
export interface ResumedDraft {
  readonly savedAt: string;
  readonly sides: MergeSides;
  /** Only where it goes on exactly where it stopped: its regions fit no other sides. */
  readonly draft?: MergeDraft;
  readonly draftSide: DraftSide;
}

export interface MovedSides {
  readonly local: boolean;
  readonly remote: boolean;
}

/** Which sides changed after the draft was made. */
export function movedSince({ files }: MergeDraft, { local, remote }: MergeSides): MovedSides {
  return { local: files.local !== local, remote: files.remote !== remote };
}

/** On the sides the draft was made on while both files are the same; else merged on top of what moved. */
export function resumeDraft(draft: MergeDraft, current: MergeSides): ResumedDraft {
  const { savedAt, files } = draft;
  const moved = movedSince(draft, current);
  if (!moved.local && !moved.remote) {
    const { base, local, remote, draftSide } = draft;
    return { savedAt, sides: { base, local, remote }, draft, draftSide };
  }
  // A draft has the editor's line endings; as a side it has those that it would be submitted with.
  const asSide = (text: string) => restoreLineEndings(text, current.local);
  const text = textWithMarkers(draft);
  if (!moved.remote) {
    const sides = { base: files.local, local: current.local, remote: asSide(text) };
    return { savedAt, sides, draftSide: 'remote' };
  }
  const plain = (side: string) => toPlainText(side).text;
  const onLocal = moved.local ? merge3(plain(files.local), plain(current.local), text).text : text;
  const sides = { base: files.remote, local: asSide(onLocal), remote: current.remote };
  return { savedAt, sides, draftSide: 'local' };
}

/**
 * The text of a draft with what nobody has decided yet between markers. As it shows in the editor, an open
 * conflict looks like a decision for the base, and would undo local without a word.
 */
function textWithMarkers({ merged, regions, positions, ...sides }: MergeDraft): string {
  const linesOf = (text: string) => splitLines(toPlainText(text).text).lines;
  const [base, local, remote] = [linesOf(sides.base ?? ''), linesOf(sides.local), linesOf(sides.remote)];
  let text = '';
  let end = 0;
  regions.forEach((region, index) => {
    if (region.state !== 'open') return;
    text += merged.slice(end, positions[index * 2]);
    text += textOfConflict({
      base: sides.base === null ? null : textOfLines(base, region.base.from, region.base.to),
      local: textOfLines(local, region.local.from, region.local.to),
      remote: textOfLines(remote, region.remote.from, region.remote.to),
    });
    end = positions[index * 2 + 1] as number;
  });
  return text + merged.slice(end);
}
