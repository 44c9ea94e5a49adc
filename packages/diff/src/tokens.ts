/** Words, runs of blanks, and single signs. */
const TOKEN = /[\p{L}\p{N}_$]+|\s+|[^\p{L}\p{N}_$\s]/gu;

/** Cuts a text into tokens; joining them restores the text. */
export function splitTokens(text: string): string[] {
  return text.match(TOKEN) ?? [];
}
