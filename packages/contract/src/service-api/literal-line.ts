import { SPACE } from './literal.ts';

/** Returns what goes when an entry is taken out: its comma as well, and its line if nothing else is in it. */
export function spanOfEntry(text: string, keyFrom: number, valueTo: number): { from: number; to: number } {
  const to = pastComma(text, valueTo);
  const isLast = /^[ \t]*(?:\/\/.*)?(?:\r?\n|$)/.test(text.slice(to));
  // What else is in the line must not end up in a comment at the end of the line before.
  if (!isLast) return { from: keyFrom, to: to + (/^[ \t]*/.exec(text.slice(to))?.[0].length ?? 0) };
  return { from: keyFrom - (/\r?\n[ \t]*$/.exec(text.slice(0, keyFrom))?.[0].length ?? 0), to };
}

/** Returns the end of a value, with the comma after it. */
function pastComma(text: string, to: number): number {
  SPACE.lastIndex = to;
  const end = to + (SPACE.exec(text)?.[0].length ?? 0);
  return text[end] === ',' ? end + 1 : to;
}

/** The indentation of the line in which a place stands. */
export function indentOf(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1))?.[0] ?? '';
}

export interface Replacement {
  from: number;
  to: number;
  text: string;
}

/** Returns a text with parts of it replaced; what is new ends its lines as the first line does. */
export function replaceParts(text: string, parts: readonly Replacement[]): string {
  const newline = /\r?\n/.exec(text)?.[0] ?? '\n';
  return parts
    .toSorted((a, b) => b.from - a.from || b.to - a.to)
    .reduce((whole, { from, to, text: part }) => {
      return whole.slice(0, from) + part.replaceAll('\n', newline) + whole.slice(to);
    }, text);
}
