import { suggestCombination } from '@atrium/diff/combine';
import { type EditorState, Transaction, type TransactionSpec } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { type Fold, foldAround, revealLines, unfold } from '../../panes/folds.ts';
import { docOf, type Pane, type PaneRegion, type SideTexts, textOfRange } from '../../panes/pane-region.ts';
import { numberRegions } from '../regions/merge-counts.ts';
import type { MergeStart } from '../regions/merge-start.ts';
import { mergedLineCount } from '../regions/region-choice.ts';
import { type RegionsValue, regionField } from '../regions/region-field.ts';
import {
  type IgnoredLines,
  ignoredLinesOf,
  isFilteredOut,
  noFilters,
  type RegionFilters,
} from '../regions/region-filter.ts';
import type { RegionSet } from '../regions/region-spans.ts';
import { type BlockSource, layoutAll, layoutRegions } from './block-field.ts';
import { extentOf, lineBesideLocal, type PaneGeometry } from './pane-lines.ts';
import { allBlocks, regionBlocks } from './region-blocks.ts';
import { regionsChanged } from './region-marks.ts';

interface PaneStackParts {
  readonly start: MergeStart;
  readonly set: RegionSet;
  readonly serviceId: string;
  readonly isReadOnly: boolean;
  /** Returns the merged text and its regions, with or without an editor that shows them. */
  readonly readMerged: () => EditorState;
  /** Called after each layout. */
  readonly onLayout: () => void;
}

/**
 * Editors of the panes and the blocks between their lines: headers, spacers, folds. Only the blocks of changed regions
 * are updated, so that typing stays fast in long files.
 */
export class PaneStack {
  readonly start: MergeStart;
  readonly sides: SideTexts;
  readonly isReadOnly: boolean;
  readonly views = new Map<Pane, EditorView>();
  /** Panes that share one scrolling container and are kept aligned. */
  aligned: readonly Pane[] = [];
  folds: readonly Fold[] = [];
  filters: RegionFilters = noFilters;
  currentId: number | null = null;
  /** The heads have room below their words: some pane is too narrow for one row. */
  hasTallHeads = false;
  private readonly readMerged: () => EditorState;
  private readonly onLayout: () => void;
  private numbers: readonly string[] = [];
  private numbersOf: readonly PaneRegion[] = [];
  private mergedRows: number[] = [];
  private mergedRowsOf: RegionSet['positions'] | undefined;
  private readonly serviceId: string;
  private ignoredLines: IgnoredLines | undefined;
  private readonly combinations = new Map<number, string | undefined>();

  constructor({ start, set, serviceId, isReadOnly, readMerged, onLayout }: PaneStackParts) {
    this.start = start;
    this.serviceId = serviceId;
    this.isReadOnly = isReadOnly;
    this.readMerged = readMerged;
    this.onLayout = onLayout;
    this.sides = { base: docOf(start.base), local: docOf(start.local), remote: docOf(start.remote) };
    this.folds = foldAround(set.regions, this.sides.local.lines);
  }

  get merged(): EditorView {
    const view = this.views.get('merged');
    if (!view) throw new Error('The merged pane is not there yet.');
    return view;
  }

  get set(): RegionsValue {
    return this.readMerged().field(regionField);
  }

  geometry(pane: Pane): PaneGeometry {
    const doc = pane === 'merged' ? this.readMerged().doc : this.sides[pane];
    return { pane, doc, set: this.set };
  }

  isShown(region: PaneRegion): boolean {
    return !isFilteredOut(region, this.sides, this.filters, () => {
      this.ignoredLines ??= ignoredLinesOf(this.sides, this.serviceId);
      return this.ignoredLines;
    });
  }

  combinationOf(region: PaneRegion): string | undefined {
    if (!this.start.hasBase) return undefined;
    if (!this.combinations.has(region.id)) {
      const { base, local, remote } = this.sides;
      this.combinations.set(
        region.id,
        suggestCombination(
          textOfRange(base, region.base),
          textOfRange(local, region.local),
          textOfRange(remote, region.remote),
        ),
      );
    }
    return this.combinations.get(region.id);
  }

  private source(pane: Pane): BlockSource {
    return {
      geometry: this.geometry(pane),
      missingRows: (index) => {
        if (!this.aligned.includes(pane)) return 0;
        const rows = this.aligned.map((one) => this.rowCount(one, index));
        return Math.max(...rows) - this.rowCount(pane, index);
      },
      isShown: (index) => this.isShown(this.set.regions[index] as PaneRegion),
      headerOf: (index) => {
        const region = this.set.regions[index] as PaneRegion;
        return {
          region,
          number: this.numberOf(index),
          hasBase: this.start.hasBase,
          isReadOnly: this.isReadOnly,
          isCurrent: region.id === this.currentId,
          isTall: this.hasTallHeads,
        };
      },
    };
  }

  private rowCount(pane: Pane, index: number): number {
    const { set } = this;
    if (pane !== 'merged') {
      const { from, to } = (set.regions[index] as PaneRegion)[pane];
      return to - from;
    }
    // Cached for all panes until a position changes.
    if (this.mergedRowsOf !== set.positions) {
      this.mergedRows = [];
      this.mergedRowsOf = set.positions;
    }
    this.mergedRows[index] ??= mergedLineCount(this.readMerged().doc, set, index);
    return this.mergedRows[index];
  }

  private numberOf(index: number): string {
    const { regions } = this.set;
    if (this.numbersOf !== regions) {
      this.numbers = numberRegions(regions);
      this.numbersOf = regions;
    }
    return this.numbers[index] as string;
  }

  numberOfRegion(id: number): string {
    const index = this.set.regions.findIndex((region) => region.id === id);
    return index < 0 ? '' : this.numberOf(index);
  }

  layoutEverything(): void {
    for (const [pane, view] of this.views) view.dispatch(this.layoutOf(pane));
    this.onLayout();
  }

  /** Returns all blocks of a pane, for its editor or for its initial state. */
  layoutOf(pane: Pane): TransactionSpec {
    return {
      effects: [layoutAll.of(allBlocks(this.source(pane), this.folds)), regionsChanged.of(null)],
      annotations: Transaction.addToHistory.of(false),
    };
  }

  /** Updates the blocks of some regions in every pane. */
  layoutSome(ids: readonly number[]): void {
    const { regions } = this.set;
    const wanted = new Set(ids);
    const indexes = regions.flatMap((region, index) => (wanted.has(region.id) ? [index] : []));
    for (const [pane, view] of this.views) {
      const source = this.source(pane);
      const extents = indexes.map((index) => extentOf(source.geometry, index));
      view.dispatch({
        effects: [
          layoutRegions.of({
            ids: wanted,
            from: Math.min(...extents.map(({ from }) => from)),
            to: Math.max(...extents.map(({ to }) => to)),
            blocks: indexes.flatMap((index) => regionBlocks(source, index)),
          }),
          regionsChanged.of(null),
        ],
        annotations: Transaction.addToHistory.of(false),
      });
    }
  }

  /** Typing within a line of a manually edited region changes no block and needs no layout. */
  isLayoutStale(touched: readonly number[], before: EditorState): boolean {
    const old = before.field(regionField);
    if (this.readMerged().doc.lines !== before.doc.lines) return true;
    return touched.some((id) => {
      const index = this.set.regions.findIndex((region) => region.id === id);
      return this.set.regions[index] !== old.regions[index];
    });
  }

  revealTouched({ regions, touched }: RegionsValue): readonly Fold[] {
    if (touched === 'all') return this.folds;
    const wanted = new Set(touched);
    let folds = this.folds;
    for (const region of regions) {
      if (wanted.has(region.id)) folds = revealLines(folds, region.local.from, region.local.to + 1);
    }
    return folds;
  }

  /** Unfolds the lines around an offset of the merged text, so that typed text is visible. */
  revealOffset(offset: number): void {
    const geometry = this.geometry('merged');
    const line = geometry.doc.lineAt(offset).number - 1;
    const shown = this.folds.filter((fold) => {
      const from = lineBesideLocal(geometry, fold.from);
      return line < from || line >= from + fold.to - fold.from;
    });
    if (shown.length === this.folds.length) return;
    this.folds = shown;
    this.layoutEverything();
    this.merged.dispatch({ effects: EditorView.scrollIntoView(offset) });
  }

  /** Unfolds a part of a fold; returns the remaining fold. */
  unfold(id: number, what: 'up' | 'down' | 'all'): Fold | undefined {
    const known = new Set(this.folds);
    this.folds = this.folds.flatMap((fold) => (fold.id === id ? unfold(fold, what) : [fold]));
    this.layoutEverything();
    return this.folds.find((fold) => !known.has(fold));
  }

  setFolded(isFolded: boolean): void {
    this.folds = isFolded
      ? foldAround(
          this.set.regions.filter((one) => this.isShown(one)),
          this.sides.local.lines,
        )
      : [];
    this.layoutEverything();
  }

  setTallHeads(hasTallHeads: boolean): void {
    if (hasTallHeads === this.hasTallHeads) return;
    this.hasTallHeads = hasTallHeads;
    this.layoutEverything();
  }

  setFilters(filters: RegionFilters): void {
    this.filters = filters;
    this.layoutEverything();
  }
}
