import type { Fold } from './folds.ts';

/**
 * Unfolding takes away the button that was pressed. By keyboard the focus goes on to the same button of what is
 * still hidden, or else to the text: nobody is thrown back to the top of the page.
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
