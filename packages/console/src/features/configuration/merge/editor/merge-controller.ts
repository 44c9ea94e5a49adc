import type { EditorState, Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { revealLines } from '../../panes/folds.ts';
import { docOf, type Pane, type PaneRegion, type SidePane } from '../../panes/pane-region.ts';
import { resultOfPick } from '../regions/line-picks.ts';
import { nonConflictingResults, resultsOfChoice } from '../regions/merge-choices.ts';
import { countRegions } from '../regions/merge-counts.ts';
import type { MergeStart } from '../regions/merge-start.ts';
import { choose, type RegionResult } from '../regions/region-choice.ts';
import { regionField, regionsExtension } from '../regions/region-field.ts';
import type { RegionChoice } from '../regions/region-result.ts';
import { indexAt } from '../regions/region-set.ts';
import type { RegionSet } from '../regions/region-spans.ts';
import { createPaneState, wrapLines } from './merge-editor.ts';
import type { MergeSnapshot, PaneHost } from './merge-snapshot.ts';
import { extentOf, lineBeside, regionAfterLine, startLine } from './pane-lines.ts';
import { PaneStack } from './pane-stack.ts';
import { regionMarks } from './region-marks.ts';

interface ControllerOptions {
  readonly start: MergeStart;
  readonly name: string;
  /** Whose linked ids the metadata filter hides. */
  readonly serviceId: string;
  readonly isReadOnly: boolean;
  /** A draft to continue: the merged text and its regions. */
  readonly draft?: { readonly merged: string; readonly set: RegionSet } | undefined;
}

const TYPING_NOTICE_MS = 100;

/** State of the merge dialog without its markup: the editors, the choices, the navigation, and a snapshot for React. */
export class MergeController {
  readonly name: string;
  readonly panes: PaneStack;
  private revision = 0;
  private snapshotValue: MergeSnapshot | undefined;
  private announcing: ReturnType<typeof setTimeout> | undefined;
  private readonly listeners = new Set<() => void>();
  /** Offset of the line in the center of the merged pane's viewport; undefined before the first scroll. */
  private place: number | undefined;
  /** The merged pane while no editor shows it. */
  private keptState: EditorState;

  constructor({ start, name, serviceId, isReadOnly, draft }: ControllerOptions) {
    const set = draft?.set ?? { regions: start.regions, positions: start.positions };
    this.name = name;
    this.panes = new PaneStack({
      start,
      set,
      serviceId,
      isReadOnly,
      readMerged: () => this.mergedState,
      onLayout: () => this.changed(),
    });
    this.keptState = this.createMergedState(draft?.merged ?? start.merged, set);
    this.revision = draft ? 1 : 0;
  }

  get mergedState(): EditorState {
    return this.panes.views.get('merged')?.state ?? this.keptState;
  }

  /** Mounts the editors. Called on each layout change; text and undo history stay. */
  mount(hosts: readonly PaneHost[], aligned: readonly Pane[], isWrapped: boolean): void {
    this.unmount();
    this.panes.aligned = aligned;
    for (const { pane } of hosts) {
      const kept = pane === 'merged' ? this.keptState : this.createSideState(pane);
      const { state } = kept.update({ effects: wrapLines(isWrapped) });
      // Laid out before the editor is created, which then measures everything once and not twice.
      this.panes.views.set(pane, new EditorView({ state: state.update(this.panes.layoutOf(pane)).state }));
    }
    // An editor that is made in its place has the browser lay out the page: with all at once that is done once.
    for (const { pane, element } of hosts) element.append((this.panes.views.get(pane) as EditorView).dom);
    this.returnToPlace();
    this.changed();
  }

  /** Something that holds the panes was scrolled: another layout shows the same line. */
  notePlace(frame: Element): void {
    const view = this.panes.views.get('merged');
    if (!view || !frame.contains(view.dom)) return;
    const { top, height } = frame.getBoundingClientRect();
    this.place = view.lineBlockAtHeight(top + height / 2 - view.documentTop).from;
  }

  private returnToPlace(): void {
    const merged = this.panes.views.get('merged');
    if (!merged || this.place === undefined) return;
    const { doc } = merged.state;
    const from = Math.min(this.place, doc.length);
    for (const [pane, view] of this.panes.views) {
      if (pane !== 'merged' && this.panes.aligned.includes(pane)) continue;
      const line = lineBeside(
        this.panes.geometry('merged'),
        doc.lineAt(from).number - 1,
        this.panes.geometry(pane),
      );
      const target = view.state.doc.line(Math.min(view.state.doc.lines, Math.floor(line) + 1)).from;
      view.dispatch({ effects: EditorView.scrollIntoView(target, { y: 'center' }) });
    }
  }

  unmount(): void {
    this.keptState = this.mergedState;
    for (const view of this.panes.views.values()) view.destroy();
    this.panes.views.clear();
  }

  private createMergedState(text: string, set: RegionSet): EditorState {
    return createPaneState({
      pane: 'merged',
      text: docOf(text),
      name: this.name,
      isEditable: !this.panes.isReadOnly,
      extensions: [
        regionsExtension(set),
        this.marksOf('merged'),
        EditorView.updateListener.of((update) => {
          if (update.docChanged || update.startState.field(regionField) !== update.state.field(regionField)) {
            this.afterMergedChange(update.startState);
          } else if (update.selectionSet) this.followCursor();
        }),
      ],
    });
  }

  private createSideState(pane: SidePane): EditorState {
    const isOffered = pane !== 'base' && !this.panes.isReadOnly;
    return createPaneState({
      pane,
      text: this.panes.sides[pane],
      name: this.name,
      isEditable: false,
      extensions: this.marksOf(pane),
      ...(isOffered && { regionOfLine: (line: number) => this.regionOfLine(pane, line) }),
    });
  }

  private marksOf(pane: Pane): Extension {
    return regionMarks({
      geometry: ({ state }) => ({
        pane,
        doc: state.doc,
        set: pane === 'merged' ? state.field(regionField) : this.panes.set,
      }),
      sides: this.panes.sides,
      hasBase: this.panes.start.hasBase,
      isShown: (region) => this.panes.isShown(region),
    });
  }

  private regionOfLine(side: SidePane, line: number): PaneRegion | undefined {
    const geometry = this.panes.geometry(side);
    const index = regionAfterLine(geometry, line);
    const region = geometry.set.regions[index];
    return region && startLine(geometry, index) <= line ? region : undefined;
  }

  private afterMergedChange(before: EditorState): void {
    const value = this.panes.set;
    const old = before.field(regionField);
    if (this.mergedState.doc !== before.doc || value.regions !== old.regions) this.revision++;
    if (value.touched === 'all' || value.regions.length !== old.regions.length || value.touched.length > 50) {
      this.panes.folds = this.panes.revealTouched(value);
      this.panes.layoutEverything();
      return;
    }
    if (value.touched.length > 0 && this.panes.isLayoutStale(value.touched, before))
      this.panes.layoutSome(value.touched);
    if (value.regions.every((region, index) => region === old.regions[index])) this.changedSoon();
    else this.changed();
  }

  choose(id: number, choice: RegionChoice): void {
    this.chooseWhere((region) => region.id === id, choice);
    this.setCurrent(id);
  }

  /** Applies a choice to all matching regions in one undo step. */
  chooseWhere(isMeant: (region: PaneRegion) => boolean, choice: RegionChoice): void {
    if (this.panes.isReadOnly) return;
    this.dispatchResults(
      resultsOfChoice(this.panes.set.regions, isMeant, choice, this.panes.sides, (region) =>
        this.panes.combinationOf(region),
      ),
    );
  }

  /** Takes all changes that do not conflict; conflicts that a filter hides stay local. */
  applyNonConflicting(): void {
    this.dispatchResults(
      nonConflictingResults(this.panes.set.regions, this.panes.sides, (region) => this.panes.isShown(region)),
    );
  }

  private dispatchResults(results: readonly RegionResult[]): void {
    if (results.length > 0) this.panes.merged.dispatch(choose(this.panes.merged.state, results));
  }

  /** Takes or leaves one line of a side; the region that holds it. */
  toggleLine(side: 'local' | 'remote', line: number): PaneRegion | undefined {
    const region = this.regionOfLine(side, line);
    if (!region) return undefined;
    const index = this.panes.set.regions.indexOf(region);
    this.dispatchResults([resultOfPick(region, index, { side, line }, this.panes.sides)]);
    this.setCurrent(region.id);
    return this.current();
  }

  private followCursor(): void {
    const { head } = this.panes.merged.state.selection.main;
    this.panes.revealOffset(head);
    const index = indexAt(this.panes.set, head);
    const region = this.panes.set.regions[index];
    if (region && extentOf(this.panes.geometry('merged'), index).from <= head) this.setCurrent(region.id);
  }

  setCurrent(id: number | null): void {
    if (id === this.panes.currentId) return;
    const old = this.panes.currentId;
    this.panes.currentId = id;
    this.panes.layoutSome(
      [old, id].filter((one): one is number => this.panes.set.regions.some((region) => region.id === one)),
    );
    this.changed();
  }

  current(): PaneRegion | undefined {
    return this.panes.set.regions.find((region) => region.id === this.panes.currentId);
  }

  /** The next region in a direction, from the current one or from the cursor; undefined at the end. */
  next(direction: 1 | -1, isMeant: (region: PaneRegion) => boolean): PaneRegion | undefined {
    const { regions } = this.panes.set;
    const at = regions.findIndex((region) => region.id === this.panes.currentId);
    const start = at >= 0 ? at + direction : this.indexNearCursor(direction);
    for (let index = start; index >= 0 && index < regions.length; index += direction) {
      const region = regions[index] as PaneRegion;
      if (this.panes.isShown(region) && isMeant(region)) return region;
    }
    return undefined;
  }

  private indexNearCursor(direction: 1 | -1): number {
    const index = indexAt(this.panes.set, this.panes.merged.state.selection.main.head);
    return direction > 0 ? index : index - 1;
  }

  /** Unfolds a region, scrolls it into view and moves the cursor to it. */
  goTo(region: PaneRegion): void {
    const folds = revealLines(this.panes.folds, region.local.from, region.local.to + 1);
    if (folds.length !== this.panes.folds.length) {
      this.panes.folds = folds;
      this.panes.layoutEverything();
    }
    this.setCurrent(region.id);
    const index = this.panes.set.regions.findIndex(({ id }) => id === region.id);
    const { from } = extentOf(this.panes.geometry('merged'), index);
    this.panes.merged.dispatch({
      selection: { anchor: from },
      effects: EditorView.scrollIntoView(from, { y: 'center' }),
    });
    for (const [pane, view] of this.panes.views) {
      if (pane === 'merged' || this.panes.aligned.includes(pane)) continue;
      const extent = extentOf(this.panes.geometry(pane), index);
      view.dispatch({ effects: EditorView.scrollIntoView(extent.from, { y: 'center' }) });
    }
  }

  goToLine(line: number): void {
    const { doc } = this.panes.merged.state;
    const { from } = doc.line(Math.min(line, doc.lines));
    this.panes.folds = [];
    this.panes.layoutEverything();
    this.panes.merged.dispatch({
      selection: { anchor: from },
      effects: EditorView.scrollIntoView(from, { y: 'center' }),
    });
    this.panes.merged.focus();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  snapshot = (): MergeSnapshot => {
    this.snapshotValue ??= this.makeSnapshot();
    return this.snapshotValue;
  };

  private makeSnapshot(): MergeSnapshot {
    const { regions } = this.panes.set;
    return {
      regions,
      counts: countRegions(regions),
      currentId: this.panes.currentId,
      isFolded: this.panes.folds.length > 0,
      filters: this.panes.filters,
      revision: this.revision,
    };
  }

  private changed(): void {
    clearTimeout(this.announcing);
    this.announcing = undefined;
    this.snapshotValue = undefined;
    for (const listener of this.listeners) listener();
  }

  /** Throttles notifications while typing, so that the controls around the panes don't render on every key. */
  private changedSoon(): void {
    this.announcing ??= setTimeout(() => this.changed(), TYPING_NOTICE_MS);
  }

  /** Returns the state that a draft stores. */
  work(): { merged: string } & RegionSet {
    const { regions, positions } = this.panes.set;
    return { merged: this.mergedText(), regions, positions };
  }

  mergedText(): string {
    return this.mergedState.doc.toString();
  }
}
