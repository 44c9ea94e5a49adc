/**
 * Parsed JSON takes far more memory and time than its text, most of all for validation: 64 MiB of empty lists
 * would block everyone for minutes. A configuration of 100,000 files has fewer values than this.
 */
export const MAX_JSON_VALUES = 1_000_000;

const [QUOTE, COMMA, BRACKET, BACKSLASH, BRACE] = [0x22, 0x2c, 0x5b, 0x5c, 0x7b];

/** Whether a JSON text has more than so many values. No value is made of it; a text that is no JSON may have any number. */
export function hasMoreValues(text: string, most: number): boolean {
  // Each takes two characters or more, but for the first.
  if (text.length <= most) return false;
  let count = 1;
  for (let at = 0; at < text.length && at !== -1; ) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = afterString(text, at);
      continue;
    }
    // A list and an object begin with their first value, and each further one is after a comma.
    if ((code === COMMA || code === BRACKET || code === BRACE) && ++count > most) return true;
    at += 1;
  }
  return false;
}

/** Returns where the string that begins at `at` is over, or -1. A pattern would remember each escape of it: millions are too many. */
function afterString(text: string, at: number): number {
  let quote = at;
  let escapes: number;
  do {
    quote = text.indexOf('"', quote + 1);
    escapes = 0;
    while (text.charCodeAt(quote - 1 - escapes) === BACKSLASH) escapes += 1;
  } while (escapes % 2 === 1);
  return quote === -1 ? -1 : quote + 1;
}
