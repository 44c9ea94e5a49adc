/** Results above this length are truncated and open a viewer (specification, section 9). */
const MAX_RESULT_TEXT = 50;
const SHORT_RESULT_TEXT = 25;

/** Result in a table row: complete, or truncated with a viewer. */
export interface ShortResult {
  text: string;
  /** `json`: folded and searched in a dialog. `text`: read in full in a dialog. */
  viewer: 'json' | 'text' | undefined;
}

/** Objects always open in the JSON dialog; other values only when their text is over 50 characters long. */
export function shortResult(result: unknown, isCut = false): ShortResult {
  if (result === undefined || result === null) return { text: '', viewer: undefined };
  if (typeof result === 'object') return { text: shorten(JSON.stringify(result)), viewer: 'json' };
  const text = typeof result === 'string' ? result : JSON.stringify(result);
  // A result truncated for the list is always JSON text.
  if (isCut) return { text: shorten(text), viewer: /^\s*[[{]/.test(text) ? 'json' : 'text' };
  return { text: shorten(text), viewer: text.length > MAX_RESULT_TEXT ? 'text' : undefined };
}

function shorten(text: string): string {
  if (text.length <= MAX_RESULT_TEXT) return text;
  // Never cut within a surrogate pair.
  return `${Array.from(text.slice(0, MAX_RESULT_TEXT)).slice(0, SHORT_RESULT_TEXT).join('')}…`;
}
