import { isIgnoredMetadataLine } from '@atrium/contract/configuration/ignored-differences';
import { type PaneRegion, type SideTexts, textOfRange } from './pane-region.ts';

/** Differences that a person does not want to see. */
export interface RegionFilters {
  readonly whitespace: boolean;
  /** Ids, acl, folder, timestamps and linked ids of metadata files. */
  readonly metadata: boolean;
}

export const noFilters: RegionFilters = { whitespace: false, metadata: false };

/** True for a region whose sides differ in nothing but what the filters take out. */
export function isFilteredOut(region: PaneRegion, sides: SideTexts, filters: RegionFilters): boolean {
  if (region.kind === 'hand' || !(filters.whitespace || filters.metadata)) return false;
  const texts = [textOfRange(sides.local, region.local), textOfRange(sides.remote, region.remote)];
  if (region.kind === 'same') texts.push(textOfRange(sides.base, region.base));
  const [first, ...others] = texts.map((text) => reduce(text, filters));
  return others.every((other) => other === first);
}

function reduce(text: string, filters: RegionFilters): string {
  const lines = text.split('\n');
  const kept = filters.metadata ? lines.filter((line) => !isIgnoredMetadataLine(line)) : lines;
  return filters.whitespace ? kept.join('').replace(/\s+/g, '') : kept.join('\n');
}
