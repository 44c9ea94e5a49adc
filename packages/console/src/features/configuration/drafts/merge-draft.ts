import type { MergeSides, PaneRegion } from '../panes/pane-region.ts';

/** State of unfinished work in the dialog, sufficient to resume exactly. */
export interface MergeWork extends MergeSides {
  readonly merged: string;
  readonly regions: readonly PaneRegion[];
  readonly positions: Int32Array;
  readonly savedAt: string;
}

/** The side on which an earlier draft replaces the file. */
export type DraftSide = 'local' | 'remote' | null;

/** Work on one file, as it is kept. */
export interface MergeDraft extends MergeWork {
  readonly draftSide: DraftSide;
  /** Both files at the time of the draft, to detect later changes. */
  readonly files: { readonly local: string; readonly remote: string };
  /** A submit made it live, and was not undone here. */
  readonly isSubmitted?: boolean;
  /** Id of the work that the draft belongs to; each tab has its own. */
  readonly workId?: string;
}

export const DRAFT_DELAY_MS = 300;

/** A person's work is theirs, also where others of their domain use the same browser and look at the same pull. */
export function draftKey(userId: string, uuid: string, serviceId: string, filePath: string): string {
  return `merge/${userId}/${uuid}/${serviceId}/${filePath}`;
}

const ASIDE = '\naside';
/** Key of the drafts that were offered and not decided about when others took their place. */
export const asideKey = (key: string): string => `${key}${ASIDE}`;
export const isAsideKey = (key: string): boolean => key.endsWith(ASIDE);

/** Key of a user's newest draft of a file, shared by all pulls: a change of the remote requires a new pull. */
export function newestDraftKey(
  userId: string,
  { gitUrl, branch }: { gitUrl: string; branch: string | null },
  serviceId: string,
  filePath: string,
): string {
  return `merge-newest/${userId}/${gitUrl}#${branch ?? ''}/${serviceId}/${filePath}`;
}
