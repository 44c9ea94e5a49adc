import { composeMerge, regionText } from '@atrium/diff/compose';
import type { MergeModel } from '@atrium/diff/merge';
import { initialState } from '@atrium/diff/region';
import type { PaneRegion } from './pane-region.ts';
import type { PlainSides } from './plain-sides.ts';
import type { RegionSet } from './region-spans.ts';

/** The sides as the editor shows them (`\n` only, no byte order mark), and what was found between them. */
export interface MergeStart {
  readonly hasBase: boolean;
  readonly base: string;
  readonly local: string;
  readonly remote: string;
  readonly regions: readonly PaneRegion[];
  readonly merged: string;
  readonly positions: Int32Array;
  /** What was removed from the texts, in one sentence each. */
  readonly facts: readonly string[];
}

export interface MergeSides {
  readonly base: string | null;
  readonly local: string;
  readonly remote: string;
}

/** The merge before anyone touched it: non-conflicting changes applied, conflicts showing the base. */
export function startMerge(sides: PlainSides, model: MergeModel): MergeStart {
  const texts = model.regions.map((region) => {
    if (region.kind === 'remote') return regionText(model, region, 'remote');
    return regionText(model, region, region.kind === 'conflict' ? 'base' : 'local');
  });
  return {
    hasBase: model.hasBase,
    base: sides.base ?? '',
    local: sides.local,
    remote: sides.remote,
    regions: model.regions.map(
      (region, id): PaneRegion => ({ ...region, id, state: initialState(region.kind) }),
    ),
    merged: composeMerge(model, (_, index) => texts[index] as string),
    positions: positionsOf(model, texts),
    facts: sides.facts,
  };
}

function positionsOf(model: MergeModel, texts: readonly string[]): RegionSet['positions'] {
  const positions = new Int32Array(texts.length * 2);
  let offset = 0;
  let line = 0;
  model.regions.forEach((region, index) => {
    for (; line < region.local.from; line++) offset += (model.localLines[line] as string).length;
    positions[index * 2] = offset;
    offset += (texts[index] as string).length;
    positions[index * 2 + 1] = offset;
    line = region.local.to;
  });
  return positions;
}
