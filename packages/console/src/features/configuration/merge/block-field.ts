import { type Range, StateEffect, StateField, type Text } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';
import { FoldRow, Spacer } from './block-widgets.ts';
import { LINE_HEIGHT_PX } from './code-theme.ts';
import type { Fold } from './folds.ts';
import { extentOf, lineBesideLocal, type PaneGeometry } from './pane-lines.ts';
import { offsetOfLine } from './pane-region.ts';
import { type HeaderParts, RegionHeader } from './region-header.ts';

/** What the blocks of a pane are made from. */
export interface BlockSource {
  readonly geometry: PaneGeometry;
  /** Lines that a region lacks to be as tall as in the panes it must stand beside. */
  readonly missingRows: (index: number) => number;
  readonly headerOf: (index: number) => Omit<HeaderParts, 'pane'>;
  /** False for a region that a filter hides: it gets no head. */
  readonly isShown: (index: number) => boolean;
}

/** Lays out again the blocks of some regions only; all others stay, however many there are. */
export interface RegionLayout {
  readonly ids: ReadonlySet<number>;
  readonly from: number;
  readonly to: number;
  readonly blocks: readonly Range<Decoration>[];
}

export const layoutAll = StateEffect.define<readonly Range<Decoration>[]>();
export const layoutRegions = StateEffect.define<RegionLayout>();

export const blockField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(blocks, transaction) {
    let next = transaction.docChanged ? blocks.map(transaction.changes) : blocks;
    for (const effect of transaction.effects) {
      if (effect.is(layoutAll)) next = Decoration.set([...effect.value], true);
      else if (effect.is(layoutRegions)) {
        const { ids, from, to, blocks: add } = effect.value;
        next = next.update({
          filterFrom: from,
          filterTo: to,
          filter: (_from, _to, { spec }) => !ids.has((spec as { regionId?: number }).regionId ?? -1),
          add: [...add],
          sort: true,
        });
      }
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Head and spacer of one region in one pane. */
export function regionBlocks(source: BlockSource, index: number): Range<Decoration>[] {
  const { geometry } = source;
  const { from, to } = extentOf(geometry, index);
  const header = source.headerOf(index);
  const regionId = header.region.id;
  const missing = source.missingRows(index);
  const blocks: Range<Decoration>[] = [];
  if (source.isShown(index)) {
    const head = new RegionHeader({ ...header, pane: geometry.pane });
    blocks.push(blockAt(geometry.doc, from, head, -3, regionId));
  }
  if (missing > 0) {
    // The spacer of an empty region comes after its head, that of any other before the next region's head.
    const order = from === to ? -2 : -4;
    blocks.push(blockAt(geometry.doc, to, new Spacer(missing * LINE_HEIGHT_PX), order, regionId));
  }
  return blocks;
}

function blockAt(doc: Text, offset: number, widget: RegionHeader | Spacer, order: number, regionId: number) {
  // Regions hold whole lines; but behind a last line that does not end, a block can only stand below it.
  const isLineStart = offset < doc.length || doc.lineAt(offset).from === offset;
  const side = isLineStart ? order : order + 5;
  return Decoration.widget({ widget, block: true, side, regionId }).range(offset);
}

export function foldBlock(geometry: PaneGeometry, fold: Fold): Range<Decoration> | undefined {
  const { doc, pane } = geometry;
  const first = lineBesideLocal(geometry, fold.from);
  const last = first + fold.to - fold.from - 1;
  if (last >= doc.lines) return undefined;
  const from = offsetOfLine(doc, first);
  const to = doc.line(last + 1).to;
  return Decoration.replace({ widget: new FoldRow(fold, pane), block: true }).range(from, to);
}

/** All blocks of a pane, for a new start. */
export function allBlocks(source: BlockSource, folds: readonly Fold[]): Range<Decoration>[] {
  const blocks: Range<Decoration>[] = [];
  for (let index = 0; index < source.geometry.set.regions.length; index++) {
    blocks.push(...regionBlocks(source, index));
  }
  for (const fold of folds) {
    const block = foldBlock(source.geometry, fold);
    if (block) blocks.push(block);
  }
  return blocks;
}
