import type { Pane, PaneRegion } from '../../panes/pane-region.ts';
import type { MergeCounts } from '../regions/merge-counts.ts';
import type { RegionFilters } from '../regions/region-filter.ts';

export interface PaneHost {
  readonly pane: Pane;
  readonly element: HTMLElement;
}

/** State shown by the controls around the panes; replaced on every change. */
export interface MergeSnapshot {
  readonly regions: readonly PaneRegion[];
  readonly counts: MergeCounts;
  readonly currentId: number | null;
  readonly isFolded: boolean;
  readonly filters: RegionFilters;
  /** Counts every change of the merged text or of a state; 0 as it opened. */
  readonly revision: number;
}
