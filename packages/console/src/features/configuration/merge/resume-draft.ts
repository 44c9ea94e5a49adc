import { textOfConflict } from '@atrium/diff/conflict-text';
import { toPlainText } from '@atrium/diff/line-endings';
import { splitLines, textOfLines } from '@atrium/diff/lines';
import { merge3 } from '@atrium/diff/merge';
import { restoreSideEndings } from '@atrium/diff/restore-line-endings';
import type { DraftSide, MergeDraft } from '../drafts/merge-draft.ts';
import type { MergeSides } from '../panes/pane-region.ts';

/** Draft of a file, adapted to its current sides. */
export interface ResumedDraft {
  /** Undefined where only the result was kept. */
  readonly savedAt?: string;
  readonly sides: MergeSides;
  /** Set only if the work resumes exactly: its regions don't fit other sides. */
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

/** Resumes a draft on its own sides if both files are unchanged; otherwise merges it with the new contents. */
export function resumeDraft(draft: MergeDraft, current: MergeSides): ResumedDraft {
  const { savedAt, files } = draft;
  const moved = movedSince(draft, current);
  if (!moved.local && !moved.remote) {
    const { base, local, remote, draftSide } = draft;
    return { savedAt, sides: { base, local, remote }, draft, draftSide };
  }
  // A draft has the editor's line endings; as a side it needs the ones of the submitted file.
  const asSide = (text: string) => restoreSideEndings(text, current.local, current.remote);
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
 * Resumes a result stored without a draft, for example when a reverted submit is opened in another browser. The local
 * text of that time isn't stored: if local changed since, every difference is open.
 */
export function resumeStored(merged: string, isStale: boolean, { local }: MergeSides): ResumedDraft {
  return { sides: { base: isStale ? null : local, local, remote: merged }, draftSide: 'remote' };
}

/**
 * Text of a draft with markers around the open conflicts. Without markers, an open conflict would look like a decision
 * for the base and silently revert local.
 */
function textWithMarkers({ merged, regions, positions, ...sides }: MergeDraft): string {
  const linesOf = (text: string) => splitLines(toPlainText(text).text).lines;
  const [base, local, remote] = [linesOf(sides.base ?? ''), linesOf(sides.local), linesOf(sides.remote)];
  let text = '';
  let end = 0;
  regions.forEach((region, index) => {
    if (region.state !== 'open') return;
    text += merged.slice(end, Math.max(end, positions[index * 2] as number));
    text += textOfConflict({
      base: sides.base === null ? null : textOfLines(base, region.base.from, region.base.to),
      local: textOfLines(local, region.local.from, region.local.to),
      remote: textOfLines(remote, region.remote.from, region.remote.to),
    });
    end = Math.max(end, positions[index * 2 + 1] as number);
  });
  return text + merged.slice(end);
}
