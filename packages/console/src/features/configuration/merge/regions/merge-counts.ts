import { isConflict, isOpen, type PaneRegion } from '../../panes/pane-region.ts';

export interface MergeCounts {
  readonly conflicts: number;
  readonly openConflicts: number;
  readonly changes: number;
}

/** Conflicts (without a base: differences), how many of them are open, and all other changes. */
export function countRegions(regions: readonly PaneRegion[]): MergeCounts {
  let conflicts = 0;
  let openConflicts = 0;
  for (const region of regions) {
    if (!isConflict(region)) continue;
    conflicts++;
    if (isOpen(region)) openConflicts++;
  }
  return { conflicts, openConflicts, changes: regions.length - conflicts };
}

/** '2 conflicts left · 12 changes' */
export function countWords({ conflicts, openConflicts, changes }: MergeCounts, hasBase: boolean): string {
  const one = hasBase ? 'conflict' : 'difference';
  const plural = (count: number, word: string) => `${word}${count === 1 ? '' : 's'}`;
  const left =
    openConflicts === 0 ? `all ${one}s resolved` : `${openConflicts} ${plural(openConflicts, one)} left`;
  return `${conflicts === 0 ? `no ${one}s` : left} · ${changes} ${plural(changes, 'change')}`;
}

/** '2 of 7' for each region: conflicts are counted among conflicts, changes among changes. */
export function numberRegions(regions: readonly PaneRegion[]): string[] {
  const { conflicts, changes } = countRegions(regions);
  let conflict = 0;
  let change = 0;
  return regions.map((region) =>
    isConflict(region) ? `${++conflict} of ${conflicts}` : `${++change} of ${changes}`,
  );
}

/** Excludes `=======`: it is always between two of the others, and alone it underlines a title in Markdown. */
const MARKERS = /^(?:<{7}|\|{7}|>{7})(?: .*)?$/gm;

/** Made when drafts are merged: these are leftovers wherever they are. */
const OWN_MARKERS: ReadonlySet<string> = new Set(['<<<<<<< local', '||||||| base', '>>>>>>> remote']);

/**
 * Line (from 1) of the first conflict marker left in a text; a line that local had too is not a leftover of the merge.
 */
export function findMarker(text: string, local: string): number | undefined {
  const known = new Set(local.match(MARKERS));
  for (const { 0: marker, index } of text.matchAll(MARKERS)) {
    if (!known.has(marker) || OWN_MARKERS.has(marker)) return text.slice(0, index).split('\n').length;
  }
  return undefined;
}
