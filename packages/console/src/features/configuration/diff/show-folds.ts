import { keepFocus } from '../merge/fold-focus.ts';
import { type SideFold, unfoldSide } from './side-folds.ts';

/** Hides folds and listens to the buttons of their rows; returns how to stop. */
export function showFolds(
  parent: HTMLElement,
  start: readonly SideFold[],
  show: (folds: readonly SideFold[]) => void,
): () => void {
  let folds = start;
  const handleClick = ({ target }: Event) => {
    const button = (target as HTMLElement).closest<HTMLElement>('button[data-unfold]');
    const id = Number(button?.closest<HTMLElement>('[data-fold]')?.dataset.fold);
    if (!button || Number.isNaN(id)) return;
    keepFocus(button, () => {
      const known = new Set(folds);
      folds = unfoldSide(folds, id, button.dataset.unfold as 'up' | 'down' | 'all');
      show(folds);
      return folds.find((fold) => !known.has(fold));
    });
  };
  show(folds);
  parent.addEventListener('click', handleClick);
  return () => parent.removeEventListener('click', handleClick);
}
