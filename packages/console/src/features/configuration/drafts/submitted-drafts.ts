import { type FilePlace, filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { toPlainText } from '@atrium/diff/line-endings';
import { changeDraft } from './change-draft.ts';
import { draftKey, type MergeDraft } from './merge-draft.ts';

/** Merged contents by file path. */
interface MergedTexts {
  readonly files: { readonly [filePath: string]: { readonly merged?: string } };
}

/** Marks the drafts that a submit made live. Work continued after its result was stored remains a draft. */
export function markSubmitted(
  userId: string,
  uuid: string,
  serviceId: string,
  files: readonly FilePlace[],
  choices: MergedTexts,
): Promise<void> {
  return changeDrafts(userId, uuid, serviceId, files, (draft, file) =>
    isTextOf(draft, choices.files[filePathOf(file)]?.merged) ? { ...draft, isSubmitted: true } : draft,
  );
}

/** Marks the files as drafts again after an undo, regardless of later changes of the live files. */
export function unmarkSubmitted(
  userId: string,
  uuid: string,
  serviceId: string,
  files: readonly FilePlace[],
): Promise<void> {
  return changeDrafts(userId, uuid, serviceId, files, (draft) => ({ ...draft, isSubmitted: false }));
}

async function changeDrafts(
  userId: string,
  uuid: string,
  serviceId: string,
  files: readonly FilePlace[],
  change: (draft: MergeDraft, file: FilePlace) => MergeDraft,
): Promise<void> {
  await Promise.all(
    files.map((file) =>
      changeDraft<MergeDraft>(draftKey(userId, uuid, serviceId, filePathOf(file)), (draft) =>
        change(draft, file),
      ),
    ),
  );
}

/**
 * Whether a draft is obsolete: its submit is live, and wasn't undone elsewhere, which would restore the draft's base.
 * If the response to the submit was lost, only the live file proves it.
 */
export function isSettled(draft: MergeDraft, local: string): boolean {
  const hasMoved = draft.files.local !== local;
  return draft.isSubmitted === true ? hasMoved || isTextOf(draft, local) : hasMoved && isTextOf(draft, local);
}

const isTextOf = ({ merged }: MergeDraft, content: string | undefined) =>
  content !== undefined && toPlainText(content).text === merged;
