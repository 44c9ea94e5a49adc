/** Lines of one side, half open, counted from 0. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Side that changed a region. `local`, `remote`: one side only. `same`: both, in the same way. `conflict`:
 * both, differently. `difference`: there is no base, so the side is unknown.
 */
export type RegionKind = 'local' | 'remote' | 'same' | 'conflict' | 'difference';

/** The state of a region: `open` waits for a decision, `automatic` was applied by the merge and can be revoked. */
export type RegionState =
  | 'open'
  | 'local'
  | 'remote'
  | 'both'
  | 'combined'
  | 'base'
  | 'by-hand'
  | 'automatic'
  | 'same';

/** A place where at least one side differs from the base (without a base: where the sides differ). */
export interface Region {
  readonly kind: RegionKind;
  readonly base: LineRange;
  readonly local: LineRange;
  readonly remote: LineRange;
}

/** The three sides and their regions, before a text is built from them. */
export interface MergeModel {
  /** False: there was no base, the regions are plain differences and nothing may be applied by itself. */
  readonly hasBase: boolean;
  readonly baseLines: readonly string[];
  readonly localLines: readonly string[];
  readonly remoteLines: readonly string[];
  readonly regions: readonly Region[];
}

/** The state in which the merge leaves a region. */
export function initialState(kind: RegionKind): RegionState {
  if (kind === 'same') return 'same';
  return kind === 'conflict' || kind === 'difference' ? 'open' : 'automatic';
}
