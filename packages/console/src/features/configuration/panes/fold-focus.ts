import type { Fold } from './folds.ts';

/**
 * Unfolding removes the button that was pressed. By keyboard the focus moves to the same button of what is still
 * hidden, or else to the text, so that it does not go back to the top of the page.
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
