import type { Fold } from './folds.ts';

/**
 * Restores keyboard focus after unfolding removed the pressed button: to the same button of the remaining fold, or else
 * to the text. Otherwise the focus would move to the top of the page.
 */
export function keepFocus(button: HTMLElement, unfold: () => Fold | undefined): void {
  const isFocused = document.activeElement === button;
  const text = button.closest<HTMLElement>('.cm-content');
  const rest = unfold();
  if (!isFocused) return;
  const successor =
    rest &&
    text?.querySelector<HTMLElement>(
      `[data-fold="${rest.id}"] button[data-unfold="${button.dataset.unfold}"]`,
    );
  (successor ?? text)?.focus();
}
