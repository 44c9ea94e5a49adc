/** A choice draws the heads of its region anew: by keyboard the focus moves to the same button of the new one. */
export function keepHeadFocus(button: HTMLElement, region: string | undefined, choose: () => void): void {
  const isFocused = document.activeElement === button;
  const text = button.closest<HTMLElement>('.cm-content');
  choose();
  if (!isFocused) return;
  const successor = text?.querySelector<HTMLElement>(
    `[data-region="${region}"] button[data-choice="${button.dataset.choice}"]`,
  );
  (successor ?? text)?.focus();
}
