/** A text cut into lines. Each line keeps its terminator, so joining them restores the text, byte for byte. */
export interface Lines {
  readonly lines: readonly string[];
  /** Offset of each line in the text; one more than there are lines, the last one being the length of the text. */
  readonly starts: readonly number[];
}

/** Cuts after every `\n`, as git does; a last line without one is a line of its own. */
export function splitLines(text: string): Lines {
  const lines: string[] = [];
  const starts: number[] = [0];
  let from = 0;
  while (from < text.length) {
    const found = text.indexOf('\n', from);
    const to = found < 0 ? text.length : found + 1;
    lines.push(text.slice(from, to));
    starts.push(to);
    from = to;
  }
  return { lines, starts };
}

/** The text between two lines (half open). */
export function textOfLines(lines: readonly string[], from: number, to: number): string {
  return from >= to ? '' : lines.slice(from, to).join('');
}
