import { isolateHistory } from '@codemirror/commands';
import { type EditorState, type Text, Transaction, type TransactionSpec } from '@codemirror/state';
import type { PaneRegion } from '../../panes/pane-region.ts';
import { regionField, setRegions } from './region-field.ts';
import { fromOf, type RegionSet, toOf } from './region-spans.ts';

/** New text and state of a region. */
export interface RegionResult {
  readonly index: number;
  /** Null for a region that no longer exists: typed where no side had changed anything, and taken back. */
  readonly region: PaneRegion | null;
  readonly text: string;
}

/** Builds one transaction, hence one undo step, that sets the text and state of regions. `results` must be in order. */
export function choose(state: EditorState, results: readonly RegionResult[]): TransactionSpec {
  const set = state.field(regionField);
  const regions: PaneRegion[] = [];
  const positions: number[] = [];
  const changes: { from: number; to: number; insert: string }[] = [];
  let shift = 0;
  let next = 0;
  const keepUntil = (end: number) => {
    for (; next < end; next++) {
      regions.push(set.regions[next] as PaneRegion);
      positions.push(fromOf(set, next) + shift, toOf(set, next) + shift);
    }
  };
  for (const { index, region, text } of withLineEnds(state, set, results)) {
    keepUntil(index);
    next = index + 1;
    const from = fromOf(set, index);
    const to = toOf(set, index);
    const start = from + shift;
    if (state.doc.sliceString(from, to) !== text) {
      changes.push({ from, to, insert: text });
      shift += text.length - (to - from);
    }
    if (region === null) continue;
    regions.push(region);
    positions.push(start, to + shift);
  }
  keepUntil(set.regions.length);
  return {
    changes,
    effects: setRegions.of({ regions, positions: Int32Array.from(positions) }),
    annotations: [isolateHistory.of('full'), Transaction.userEvent.of('merge.choose')],
  };
}

/** Only the last line of a text may lack a line ending, so add one if text follows a side's last line. */
function withLineEnds(
  { doc }: EditorState,
  set: RegionSet,
  results: readonly RegionResult[],
): readonly RegionResult[] {
  let isFollowed = false;
  let next = doc.length;
  return results
    .toReversed()
    .map((result) => {
      isFollowed ||= toOf(set, result.index) < next;
      next = fromOf(set, result.index);
      const { text } = result;
      if (text === '') return result;
      const lacksEnd = isFollowed && !text.endsWith('\n');
      isFollowed = true;
      return lacksEnd ? { ...result, text: `${text}\n` } : result;
    })
    .reverse();
}

/** Lines that a region has in the merged text. */
export function mergedLineCount(doc: Text, set: RegionSet, index: number): number {
  const from = fromOf(set, index);
  const to = toOf(set, index);
  if (from === to) return 0;
  const first = doc.lineAt(from).number;
  const last = doc.lineAt(to);
  return last.from === to ? last.number - first : last.number - first + 1;
}
