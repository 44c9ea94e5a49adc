/** An input for digits, with the name that a screen reader says. */
export function createInput(
  name: string,
  label: string,
  placeholder: string,
  autocomplete: AutoFill,
  maxLength: number,
): HTMLInputElement {
  const input = document.createElement('input');
  Object.assign(input, { name, placeholder, autocomplete, maxLength, inputMode: 'numeric' });
  input.setAttribute('aria-label', label);
  return input;
}

/** What was typed, without what groups it. */
export const digits = (input: HTMLInputElement): string => input.value.replaceAll(/\D/g, '');
