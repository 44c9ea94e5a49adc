import type { MergeCounts } from './merge-counts.ts';
import type { Pane, PaneRegion } from './pane-region.ts';
import type { RegionFilters } from './region-filter.ts';

export interface PaneHost {
  readonly pane: Pane;
  readonly element: HTMLElement;
}

/** What the parts around the panes show; a new object whenever something of it changed. */
export interface MergeSnapshot {
  readonly regions: readonly PaneRegion[];
  readonly counts: MergeCounts;
  readonly currentId: number | null;
  readonly isFolded: boolean;
  readonly filters: RegionFilters;
  /** Counts every change of the merged text or of a state; 0 as it opened. */
  readonly revision: number;
}
