/** Returns where an entry begins, with the line break and the indentation before it. */
export function startOfEntry(text: string, keyFrom: number): number {
  return keyFrom - (/\r?\n[ \t]*$/.exec(text.slice(0, keyFrom))?.[0].length ?? 0);
}

/** Returns the end of a value, with the comma after it. */
export function pastComma(text: string, to: number): number {
  return text[to] === ',' ? to + 1 : to;
}

/** The indentation of the line in which a place stands. */
export function indentOf(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1))?.[0] ?? '';
}
