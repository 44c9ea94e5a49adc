import { foldUnchanged } from '@atrium/diff/context';
import type { Hunk } from '@atrium/diff/hunk';
import { StateEffect, StateField, type Text } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';
import { FoldRow } from './fold-row.ts';
import { type Fold, nextFoldId, unfold } from './folds.ts';
import { offsetOfLine } from './pane-region.ts';

/** Hidden range of two texts side by side: lines of the left text, and the offset to the right one's lines. */
export interface SideFold extends Fold {
  readonly shift: number;
}

export type Side = 'left' | 'right';

/** Folds all lines further than 10 lines from a change. `chunks` are in characters, as the editor reports them. */
export function foldsAround(chunks: readonly Hunk[], left: Text, right: Text): SideFold[] {
  // A position after the last line has no line.
  const lineAt = (doc: Text, offset: number) =>
    offset > doc.length ? doc.lines : doc.lineAt(offset).number - 1;
  const hunks = chunks.map(({ fromA, toA, fromB, toB }) => ({
    fromA: lineAt(left, fromA),
    toA: lineAt(left, toA),
    fromB: lineAt(right, fromB),
    toB: lineAt(right, toB),
  }));
  return foldUnchanged(hunks, left.lines).map(({ a, b }) => ({
    id: nextFoldId(),
    ...a,
    shift: b.from - a.from,
  }));
}

/** The folds after showing a part of one. */
export function unfoldSide(folds: readonly SideFold[], id: number, what: 'up' | 'down' | 'all'): SideFold[] {
  return folds.flatMap((fold) =>
    fold.id === id ? unfold(fold, what).map((rest) => ({ ...rest, shift: fold.shift })) : [fold],
  );
}

const hide = StateEffect.define<DecorationSet>();

/** Decorations that hide lines in one of the two texts. */
export const hiddenLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (hidden, { effects }) => effects.find((effect) => effect.is(hide))?.value ?? hidden,
  provide: (field) => EditorView.decorations.from(field),
});

/** Returns the effect that hides the folds in one text and shows a row with buttons in place of each. */
export function hideFolds(folds: readonly SideFold[], side: Side, doc: Text): StateEffect<DecorationSet> {
  const ranges = folds.map((fold) => {
    const shift = side === 'left' ? 0 : fold.shift;
    const widget = new FoldRow(fold, side === 'left' ? 'local' : 'remote');
    return Decoration.replace({ widget, block: true }).range(
      offsetOfLine(doc, fold.from + shift),
      doc.line(fold.to + shift).to,
    );
  });
  return hide.of(Decoration.set(ranges));
}
