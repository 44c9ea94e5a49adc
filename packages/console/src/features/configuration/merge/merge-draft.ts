import type { PaneRegion } from './pane-region.ts';

/** Unsubmitted work on one file: enough to go on exactly where it stopped, or to be merged on top of a newer local. */
export interface MergeDraft {
  readonly merged: string;
  readonly regions: readonly PaneRegion[];
  readonly positions: Int32Array;
  readonly savedAt: string;
  /** The local side it was made on; another one now means that local moved meanwhile. */
  readonly local: string;
  readonly remote: string;
}

export const DRAFT_DELAY_MS = 300;

export function draftKey(uuid: string, serviceId: string, filePath: string): string {
  return `merge/${uuid}/${serviceId}/${filePath}`;
}
