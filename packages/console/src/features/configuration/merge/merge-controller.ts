import { suggestCombination } from '@atrium/diff/combine';
import { EditorState, Text, Transaction } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { allBlocks, type BlockSource, layoutAll, layoutRegions, regionBlocks } from './block-field.ts';
import { type Fold, foldAround, revealLines, unfold } from './folds.ts';
import { countRegions, type MergeCounts, numberRegions } from './merge-counts.ts';
import { createPane } from './merge-editor.ts';
import type { MergeStart } from './merge-start.ts';
import { extentOf, type PaneGeometry, regionAfterLine, startLine } from './pane-lines.ts';
import {
  isConflict,
  isOpen,
  type Pane,
  type PaneRegion,
  type PickedLine,
  type RegionChoice,
  resultOfChoice,
  type SideTexts,
  textOfRange,
} from './pane-region.ts';
import {
  choose,
  type RegionResult,
  type RegionsValue,
  regionField,
  regionsExtension,
} from './region-field.ts';
import { isFilteredOut, noFilters, type RegionFilters } from './region-filter.ts';
import { regionMarks, regionsChanged } from './region-marks.ts';
import { indexAt, type RegionSet } from './region-set.ts';

export interface PaneHost {
  readonly pane: Pane;
  readonly element: HTMLElement;
  readonly label: string;
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

interface ControllerOptions {
  readonly start: MergeStart;
  readonly name: string;
  readonly isReadOnly: boolean;
  /** A draft to go on with: the merged text and its regions. */
  readonly draft?: { readonly merged: string; readonly set: RegionSet } | undefined;
}

/**
 * The panes and what can be done with them. It owns the editors; React shows `snapshot` around them. Only the
 * blocks of regions that changed are laid out again, so that typing stays quick in long files.
 */
export class MergeController {
  readonly start: MergeStart;
  readonly sides: SideTexts;
  readonly name: string;
  readonly isReadOnly: boolean;
  readonly views = new Map<Pane, EditorView>();
  /** Set by the dialog: panes that share one scrolling container and are kept beside each other. */
  private aligned: readonly Pane[] = ['local', 'merged', 'remote'];
  private folds: readonly Fold[] = [];
  private filters: RegionFilters = noFilters;
  private currentId: number | null = null;
  private revision = 0;
  private numbers: readonly string[] = [];
  private numbersOf: readonly PaneRegion[] = [];
  private snapshotValue: MergeSnapshot | undefined;
  private readonly combinations = new Map<number, string | undefined>();
  private readonly listeners = new Set<() => void>();
  private mergedState: EditorState | undefined;

  constructor({ start, name, isReadOnly, draft }: ControllerOptions) {
    this.start = start;
    this.name = name;
    this.isReadOnly = isReadOnly;
    const text = (value: string) => Text.of(value.split('\n'));
    this.sides = { base: text(start.base), local: text(start.local), remote: text(start.remote) };
    const set = draft?.set ?? { regions: start.regions, positions: start.positions };
    this.initial = { merged: draft?.merged ?? start.merged, set };
    this.revision = draft ? 1 : 0;
    this.folds = foldAround(set.regions, this.sides.local.lines);
  }

  private readonly initial: { readonly merged: string; readonly set: RegionSet };

  get merged(): EditorView {
    const view = this.views.get('merged');
    if (!view) throw new Error('The merged pane is not there yet.');
    return view;
  }

  get set(): RegionsValue {
    return this.merged.state.field(regionField);
  }

  /** Puts the editors into their places. Called again when the layout changes; text and undo history stay. */
  mount(hosts: readonly PaneHost[], aligned: readonly Pane[]): void {
    this.mergedState = this.views.get('merged')?.state ?? this.mergedState;
    this.unmount();
    this.aligned = aligned;
    // The merged pane first: the others ask it where the regions are.
    for (const host of hosts.toSorted((a, b) => Number(b.pane === 'merged') - Number(a.pane === 'merged'))) {
      this.views.set(host.pane, this.createView(host));
    }
    this.layoutEverything();
  }

  unmount(): void {
    this.mergedState = this.views.get('merged')?.state ?? this.mergedState;
    for (const view of this.views.values()) view.destroy();
    this.views.clear();
  }

  private createView({ pane, element, label }: PaneHost): EditorView {
    const isMerged = pane === 'merged';
    const geometry = () => this.geometry(pane);
    const marks = regionMarks({
      geometry: (view) => ({
        pane,
        doc: view.state.doc,
        set: isMerged ? view.state.field(regionField) : this.set,
      }),
      sides: this.sides,
      hasBase: this.start.hasBase,
      isShown: (region) => this.isShown(region),
    });
    const view = createPane({
      pane,
      label,
      text: isMerged ? this.initial.merged : this.sides[pane].toString(),
      name: this.name,
      isEditable: isMerged && !this.isReadOnly,
      parent: element,
      ...((pane === 'local' || pane === 'remote') &&
        !this.isReadOnly && { isLineOffered: (line: number) => this.isInRegion(geometry(), line) }),
      extensions: isMerged
        ? [
            regionsExtension(this.initial.set),
            marks,
            EditorView.updateListener.of((update) => {
              if (
                update.docChanged ||
                update.startState.field(regionField) !== update.state.field(regionField)
              ) {
                this.afterMergedChange(update.startState);
              } else if (update.selectionSet) this.followCursor();
            }),
          ]
        : marks,
    });
    if (isMerged && this.mergedState) view.setState(this.mergedState);
    return view;
  }

  geometry(pane: Pane): PaneGeometry {
    const doc = pane === 'merged' ? this.merged.state.doc : this.sides[pane];
    return { pane, doc, set: this.set };
  }

  private isInRegion(geometry: PaneGeometry, line: number): boolean {
    const index = regionAfterLine(geometry, line);
    return index < geometry.set.regions.length && startLine(geometry, index) <= line;
  }

  isShown(region: PaneRegion): boolean {
    return !isFilteredOut(region, this.sides, this.filters);
  }

  // --- layout -------------------------------------------------------------------------------------------

  private source(pane: Pane): BlockSource {
    const aligned = this.aligned.includes(pane) ? this.aligned.filter((one) => this.views.has(one)) : [pane];
    return {
      geometry: this.geometry(pane),
      aligned,
      mergedDoc: this.merged.state.doc,
      headerOf: (index) => {
        const region = this.set.regions[index] as PaneRegion;
        return {
          region,
          number: this.numberOf(index),
          hasBase: this.start.hasBase,
          isReadOnly: this.isReadOnly,
          isCurrent: region.id === this.currentId,
          canCombine: () => this.combinationOf(region) !== undefined,
        };
      },
    };
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
    for (const [pane, view] of this.views) {
      view.dispatch({
        effects: [layoutAll.of(allBlocks(this.source(pane), this.folds)), regionsChanged.of(null)],
        annotations: Transaction.addToHistory.of(false),
      });
    }
    this.changed();
  }

  /** Lays out again what belongs to some regions, in every pane. */
  private layoutSome(ids: readonly number[]): void {
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

  private afterMergedChange(before: EditorState): void {
    const value = this.set;
    const old = before.field(regionField);
    if (this.merged.state.doc !== before.doc || value.regions !== old.regions) this.revision++;
    if (value.touched === 'all' || value.regions.length !== old.regions.length || value.touched.length > 50) {
      this.folds = this.revealTouched(value);
      this.layoutEverything();
      return;
    }
    if (value.touched.length > 0 && this.isLayoutStale(value.touched, before)) this.layoutSome(value.touched);
    this.changed();
  }

  /** Typing within a line of a region by hand changes no block; nothing is laid out again then. */
  private isLayoutStale(touched: readonly number[], before: EditorState): boolean {
    const old = before.field(regionField);
    if (this.merged.state.doc.lines !== before.doc.lines) return true;
    return touched.some((id) => {
      const index = this.set.regions.findIndex((region) => region.id === id);
      return this.set.regions[index] !== old.regions[index];
    });
  }

  private revealTouched({ regions, touched }: RegionsValue): readonly Fold[] {
    if (touched === 'all') return this.folds;
    const wanted = new Set(touched);
    let folds = this.folds;
    for (const region of regions) {
      if (wanted.has(region.id)) folds = revealLines(folds, region.local.from, region.local.to + 1);
    }
    return folds;
  }

  // --- folds --------------------------------------------------------------------------------------------

  unfold(id: number, what: 'up' | 'down' | 'all'): void {
    this.folds = this.folds.flatMap((fold) => (fold.id === id ? unfold(fold, what) : [fold]));
    this.layoutEverything();
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

  setFilters(filters: RegionFilters): void {
    this.filters = filters;
    this.layoutEverything();
  }

  // --- choices ------------------------------------------------------------------------------------------

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

  choose(id: number, choice: RegionChoice): void {
    this.chooseWhere((region) => region.id === id, choice);
    this.setCurrent(id);
  }

  /** One step of undo for all of them. */
  chooseWhere(isMeant: (region: PaneRegion) => boolean, choice: RegionChoice): void {
    if (this.isReadOnly) return;
    const results: RegionResult[] = [];
    this.set.regions.forEach((region, index) => {
      if (!isMeant(region)) return;
      const { picked: _, order: _order, ...plain } = region;
      const { text, state } = resultOfChoice(region, choice, this.sides, this.combinationOf(region));
      const order = choice === 'local-remote' || choice === 'remote-local' ? { order: choice } : {};
      results.push({ index, text, region: { ...plain, state, ...order } });
    });
    if (results.length > 0) this.merged.dispatch(choose(this.merged.state, results));
  }

  /** Takes all changes that do not conflict, each from the side that made it; conflicts that a filter hides stay local. */
  applyNonConflicting(): void {
    const results: RegionResult[] = [];
    this.set.regions.forEach((region, index) => {
      const isHidden = !this.isShown(region);
      if (isConflict(region) ? !(isHidden && isOpen(region)) : region.kind === 'hand') return;
      const { picked: _, order: _order, ...plain } = region;
      const { text, state } = resultOfChoice(region, isConflict(region) ? 'local' : 'undo', this.sides);
      results.push({ index, text, region: { ...plain, state } });
    });
    if (results.length > 0) this.merged.dispatch(choose(this.merged.state, results));
  }

  /** Takes or leaves one line of a side; a region then holds the lines taken, in the order of taking. */
  toggleLine(side: 'local' | 'remote', line: number): void {
    const geometry = this.geometry(side);
    const index = regionAfterLine(geometry, line);
    const region = this.set.regions[index];
    if (this.isReadOnly || !region || startLine(geometry, index) > line) return;
    const before = region.picked ?? [];
    const isTaken = before.some((one) => one.side === side && one.line === line);
    const picked: PickedLine[] = isTaken
      ? before.filter((one) => one.side !== side || one.line !== line)
      : [...before, { side, line }];
    const text = picked.map((one) => `${this.sides[one.side].line(one.line + 1).text}\n`).join('');
    this.merged.dispatch(
      choose(this.merged.state, [{ index, text, region: { ...region, state: 'by-hand', picked } }]),
    );
    this.setCurrent(region.id);
  }

  // --- moving -------------------------------------------------------------------------------------------

  private followCursor(): void {
    const { head } = this.merged.state.selection.main;
    const index = indexAt(this.set, head);
    const region = this.set.regions[index];
    if (region && extentOf(this.geometry('merged'), index).from <= head) this.setCurrent(region.id);
  }

  setCurrent(id: number | null): void {
    if (id === this.currentId) return;
    const old = this.currentId;
    this.currentId = id;
    this.layoutSome(
      [old, id].filter((one): one is number => this.set.regions.some((region) => region.id === one)),
    );
    this.changed();
  }

  current(): PaneRegion | undefined {
    return this.set.regions.find((region) => region.id === this.currentId);
  }

  /** The next region in a direction, from the current one or from the cursor; undefined at the end. */
  next(direction: 1 | -1, isMeant: (region: PaneRegion) => boolean): PaneRegion | undefined {
    const { regions } = this.set;
    const at = regions.findIndex((region) => region.id === this.currentId);
    const start = at >= 0 ? at + direction : this.indexNearCursor(direction);
    for (let index = start; index >= 0 && index < regions.length; index += direction) {
      const region = regions[index] as PaneRegion;
      if (this.isShown(region) && isMeant(region)) return region;
    }
    return undefined;
  }

  private indexNearCursor(direction: 1 | -1): number {
    const index = indexAt(this.set, this.merged.state.selection.main.head);
    return direction > 0 ? index : index - 1;
  }

  /** Goes to a region: shows it if it is folded away, brings it into view, and puts the cursor there. */
  goTo(region: PaneRegion): void {
    const folds = revealLines(this.folds, region.local.from, region.local.to + 1);
    if (folds.length !== this.folds.length) {
      this.folds = folds;
      this.layoutEverything();
    }
    this.setCurrent(region.id);
    const index = this.set.regions.findIndex(({ id }) => id === region.id);
    const { from } = extentOf(this.geometry('merged'), index);
    this.merged.dispatch({
      selection: { anchor: from },
      effects: EditorView.scrollIntoView(from, { y: 'center' }),
    });
    for (const [pane, view] of this.views) {
      if (pane === 'merged' || this.aligned.includes(pane)) continue;
      const extent = extentOf(this.geometry(pane), index);
      view.dispatch({ effects: EditorView.scrollIntoView(extent.from, { y: 'center' }) });
    }
  }

  goToLine(line: number): void {
    const { doc } = this.merged.state;
    const { from } = doc.line(Math.min(line, doc.lines));
    this.folds = [];
    this.layoutEverything();
    this.merged.dispatch({
      selection: { anchor: from },
      effects: EditorView.scrollIntoView(from, { y: 'center' }),
    });
    this.merged.focus();
  }

  // --- what React sees ----------------------------------------------------------------------------------

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  snapshot = (): MergeSnapshot => {
    this.snapshotValue ??= this.makeSnapshot();
    return this.snapshotValue;
  };

  private makeSnapshot(): MergeSnapshot {
    const regions = this.views.has('merged') ? this.set.regions : this.initial.set.regions;
    return {
      regions,
      counts: countRegions(regions),
      currentId: this.currentId,
      isFolded: this.folds.length > 0,
      filters: this.filters,
      revision: this.revision,
    };
  }

  private changed(): void {
    this.snapshotValue = undefined;
    for (const listener of this.listeners) listener();
  }

  mergedText(): string {
    return (this.views.get('merged')?.state ?? this.mergedState)?.doc.toString() ?? this.initial.merged;
  }
}
