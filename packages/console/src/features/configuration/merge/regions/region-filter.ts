import { ignoredFieldsOf, ignoredMetadataLines } from '@atrium/contract/configuration/ignored-differences';
import { type PaneRegion, type SidePane, type SideTexts, textOfRange } from '../../panes/pane-region.ts';

/** Differences that a person does not want to see. */
export interface RegionFilters {
  readonly whitespace: boolean;
  /** Ids, acl, folder, timestamps and linked ids of metadata files. */
  readonly metadata: boolean;
}

export const noFilters: RegionFilters = { whitespace: false, metadata: false };

/** For each line of each side, whether the metadata filter takes it out. */
export type IgnoredLines = { readonly [side in SidePane]: readonly boolean[] };

/** A region may be a part of a field only: so it is the whole text that is looked through. */
export function ignoredLinesOf(sides: SideTexts, serviceId: string): IgnoredLines {
  const ignored = ignoredFieldsOf(serviceId);
  const linesOf = (side: SidePane) => ignoredMetadataLines(sides[side].toString(), ignored);
  return { base: linesOf('base'), local: linesOf('local'), remote: linesOf('remote') };
}

/** Returns whether the sides of a region differ only in what the filters remove; `ignored` is called only if needed. */
export function isFilteredOut(
  region: PaneRegion,
  sides: SideTexts,
  filters: RegionFilters,
  ignored: () => IgnoredLines,
): boolean {
  if (region.kind === 'hand' || !(filters.whitespace || filters.metadata)) return false;
  const compared: SidePane[] = ['local', 'remote', ...(region.kind === 'same' ? (['base'] as const) : [])];
  const [first, ...others] = compared.map((side) => {
    const { from, to } = region[side];
    const lines = textOfRange(sides[side], region[side]).split('\n');
    // The empty string after the last line ending is not a line of the region.
    const isKept = (index: number) => from + index >= to || !ignored()[side][from + index];
    const kept = filters.metadata ? lines.filter((_, index) => isKept(index)) : lines;
    return filters.whitespace ? kept.join('').replace(/\s+/g, '') : kept.join('\n');
  });
  return others.every((other) => other === first);
}
