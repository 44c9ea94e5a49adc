import { type Range, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';
import type { PaneGeometry } from './pane-lines.ts';
import type { HeaderParts } from './region-header.ts';

/** Inputs of a pane's blocks. */
export interface BlockSource {
  readonly geometry: PaneGeometry;
  /** Empty lines that make a region as tall as in the other panes. */
  readonly missingRows: (index: number) => number;
  readonly headerOf: (index: number) => Omit<HeaderParts, 'pane'>;
  /** False for a region that a filter hides: it gets no head. */
  readonly isShown: (index: number) => boolean;
}

/** Updates the blocks of some regions only; all others stay. */
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
