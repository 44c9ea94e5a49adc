import type { Range, Text } from '@codemirror/state';
import { Decoration, WidgetType } from '@codemirror/view';
import { LINE_HEIGHT_PX } from '../../../../ui/code/code-theme.ts';
import { FoldRow } from '../../panes/fold-row.ts';
import type { Fold } from '../../panes/folds.ts';
import { offsetOfLine } from '../../panes/pane-region.ts';
import type { BlockSource } from './block-field.ts';
import { extentOf, lineBesideLocal, type PaneGeometry } from './pane-lines.ts';
import { RegionHeader } from './region-header.ts';

/** Empty space that aligns what follows with its counterparts in the other panes. */
class Spacer extends WidgetType {
  readonly height: number;

  constructor(height: number) {
    super();
    this.height = height;
  }

  override eq(other: Spacer): boolean {
    return other.height === this.height;
  }

  override get estimatedHeight(): number {
    return this.height;
  }

  override toDOM(): HTMLElement {
    const space = document.createElement('div');
    space.className = 'cm-region-spacer';
    space.style.height = `${this.height}px`;
    space.setAttribute('aria-hidden', 'true');
    return space;
  }
}

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
    // The spacer of an empty region follows its header; other spacers precede the next region's header.
    const order = from === to ? -2 : -4;
    blocks.push(blockAt(geometry.doc, to, new Spacer(missing * LINE_HEIGHT_PX), order, regionId));
  }
  return blocks;
}

function blockAt(doc: Text, offset: number, widget: RegionHeader | Spacer, order: number, regionId: number) {
  // Regions hold whole lines, but after a last line without a line ending a block must be placed below.
  const isLineStart = offset < doc.length || doc.lineAt(offset).from === offset;
  const side = isLineStart ? order : order + 5;
  return Decoration.widget({ widget, block: true, side, regionId }).range(offset);
}

/** The row that represents folded lines; undefined if the pane has none of them. */
function foldBlock(geometry: PaneGeometry, fold: Fold): Range<Decoration> | undefined {
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
