import type { CardFieldState } from '../features/billing/card-field.ts';

/** Creates an input for digits, with its accessible name. */
function createInput(
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

/** Typed digits without separators. */
const digits = (input: HTMLInputElement): string => input.value.replaceAll(/\D/g, '');

const styles = `
:host { display: block; }
div { display: flex; flex-wrap: wrap; gap: 0.25rem 0.75rem; }
input {
  min-width: 0; padding: 0; border: 0; background: transparent; color: inherit; font: inherit;
  font-variant-numeric: tabular-nums;
}
input:focus { outline: 2px solid currentColor; outline-offset: 3px; border-radius: 2px; }
input::placeholder { color: inherit; opacity: 0.75; }
[name="number"] { flex: 1 1 11rem; }
[name="expiry"] { flex: 0 1 4.5rem; }
[name="cvc"] { flex: 0 1 3rem; }
`;

export interface CardInputs {
  element: HTMLElement;
  onChange(listener: (state: CardFieldState) => void): void;
  card(): { number: string; expMonth: number; expYear: number; cvc: string };
}

/** Number, expiry and security code in a shadow tree, so that the page's styles and scripts do not reach in by chance. */
export function createInputs(): CardInputs {
  const element = document.createElement('atrium-test-card');
  const root = element.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  root.adoptedStyleSheets = [sheet];
  const row = document.createElement('div');
  const number = createInput('number', 'Card number', '4242 4242 4242 4242', 'cc-number', 19);
  const expiry = createInput('expiry', 'Expiry date', 'MM / YY', 'cc-exp', 7);
  const cvc = createInput('cvc', 'Security code', 'CVC', 'cc-csc', 4);
  row.append(number, expiry, cvc);
  root.append(row);

  number.addEventListener('input', () => {
    number.value = digits(number)
      .slice(0, 16)
      .replace(/(\d{4})(?=\d)/g, '$1 ');
  });
  expiry.addEventListener('input', () => {
    const text = digits(expiry).slice(0, 4);
    expiry.value = text.length > 2 ? `${text.slice(0, 2)} / ${text.slice(2)}` : text;
  });

  const readState = (): CardFieldState => {
    const isComplete = digits(number).length === 16 && digits(expiry).length === 4 && digits(cvc).length >= 3;
    const month = Number(digits(expiry).slice(0, 2));
    const hasWrongMonth = digits(expiry).length >= 2 && (month < 1 || month > 12);
    return { isComplete, error: hasWrongMonth ? "Your card's expiry is invalid." : undefined };
  };

  return {
    element,
    onChange(listener) {
      row.addEventListener('input', () => listener(readState()));
    },
    card: () => ({
      number: digits(number),
      expMonth: Number(digits(expiry).slice(0, 2)),
      expYear: 2000 + Number(digits(expiry).slice(2)),
      cvc: digits(cvc),
    }),
  };
}
