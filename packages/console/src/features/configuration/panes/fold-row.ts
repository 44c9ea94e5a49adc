import { WidgetType } from '@codemirror/view';
import type { Fold } from './folds.ts';
import type { Pane } from './pane-region.ts';

export const FOLD_HEIGHT_PX = 30;
/** With fewer lines, showing 20 of them and showing all are nearly the same. */
const STEP_FROM_LINES = 41;

/** Represents a hidden range; its buttons show 20 lines above or below it, or all. */
export class FoldRow extends WidgetType {
  readonly fold: Fold;
  readonly pane: Pane;

  constructor(fold: Fold, pane: Pane) {
    super();
    this.fold = fold;
    this.pane = pane;
  }

  override eq(other: FoldRow): boolean {
    return other.fold.id === this.fold.id && other.pane === this.pane;
  }

  override get estimatedHeight(): number {
    return FOLD_HEIGHT_PX;
  }

  override ignoreEvent(): boolean {
    return true;
  }

  override toDOM(): HTMLElement {
    const count = this.fold.to - this.fold.from;
    const isShort = count < STEP_FROM_LINES;
    const row = document.createElement('div');
    row.className = 'cm-fold-row';
    row.dataset.fold = String(this.fold.id);
    const words = document.createElement('span');
    words.textContent = `${count.toLocaleString('en')} unchanged ${count === 1 ? 'line' : 'lines'}`;
    row.append(words);
    const steps = [
      ['down', '↓ 20', 'Show 20 more lines from the top of the hidden ones'],
      ['up', '↑ 20', 'Show 20 more lines from the bottom of the hidden ones'],
      ['all', isShort ? 'Show all' : 'All', `Show all ${count} hidden lines`],
    ] as const;
    for (const [what, text, label] of isShort ? steps.slice(2) : steps) {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = text;
      button.title = label;
      button.setAttribute('aria-label', label);
      button.dataset.unfold = what;
      row.append(button);
    }
    return row;
  }
}
