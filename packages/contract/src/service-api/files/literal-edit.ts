import {
  type LiteralSpans,
  locateLiteralModule,
  parseLiteralModule,
  printKey,
  printLiteral,
  printLiteralModule,
  SPACE,
} from './literal.ts';
import { isPlainObject, isSamePlainValue, type PlainValue } from './plain-value.ts';

/**
 * Returns the text of a module with another value. Only what differs is written anew: comments, and the layout of all
 * that stays, are kept. Throws `LiteralError` for a text that is no module of plain values.
 */
export function editLiteralModule(text: string, value: PlainValue): string {
  const module = locateLiteralModule(text);
  const edits: Replacement[] = [];
  collectEdits({ text, spans: module.spans, edits }, module.value, value, module);
  const edited = replaceParts(text, edits);
  return isModuleOf(edited, value) ? edited : printLiteralModule(value);
}

interface Editing {
  text: string;
  spans: ReadonlyMap<object, LiteralSpans>;
  edits: Replacement[];
}

function collectEdits(
  editing: Editing,
  before: PlainValue,
  after: PlainValue,
  { from, to }: { from: number; to: number },
): void {
  if (isSamePlainValue(before, after)) return;
  const { text, spans, edits } = editing;
  const span = isPlainObject(before) ? spans.get(before) : undefined;
  const kept = isPlainObject(after)
    ? span?.entries.filter(({ key }) => Object.hasOwn(after, key))
    : undefined;
  const last = kept?.at(-1);
  if (!isPlainObject(before) || !isPlainObject(after) || !span || !kept || !last) {
    edits.push({ from, to, text: printLiteral(after, indentOf(text, from)) });
    return;
  }
  for (const entry of span.entries) {
    // An own one: every object has a `valueOf`.
    const next = Object.hasOwn(after, entry.key) ? after[entry.key] : undefined;
    if (next !== undefined) collectEdits(editing, before[entry.key] ?? null, next, entry);
    else edits.push({ ...spanOfEntry(text, entry.keyFrom, entry.to), text: '' });
  }
  const isOneLine = !text.slice(from, span.end).includes('\n');
  const indent = indentOf(text, last.keyFrom);
  const added = Object.entries(after)
    .filter(([key]) => !Object.hasOwn(before, key))
    .map(
      ([key, part]) => `,${isOneLine ? ' ' : `\n${indent}`}${printKey(key)}: ${printLiteral(part, indent)}`,
    );
  if (added.length > 0) edits.push({ from: last.to, to: last.to, text: added.join('') });
}

function isModuleOf(text: string, value: PlainValue): boolean {
  try {
    return isSamePlainValue(parseLiteralModule(text), value);
  } catch {
    return false;
  }
}

/** Returns the range to remove with an entry: its comma as well, and its line if otherwise empty. */
function spanOfEntry(text: string, keyFrom: number, valueTo: number): { from: number; to: number } {
  const to = pastComma(text, valueTo);
  const isLast = /^[ \t]*(?:\/\/.*)?(?:\r?\n|$)/.test(text.slice(to));
  // The rest of the line must not end up in a comment at the end of the previous line.
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
function indentOf(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1))?.[0] ?? '';
}

interface Replacement {
  from: number;
  to: number;
  text: string;
}

/** Replaces parts of a text. New text gets the line ending of the first line. */
function replaceParts(text: string, parts: readonly Replacement[]): string {
  const newline = /\r?\n/.exec(text)?.[0] ?? '\n';
  return parts
    .toSorted((a, b) => b.from - a.from || b.to - a.to)
    .reduce((whole, { from, to, text: part }) => {
      return whole.slice(0, from) + part.replaceAll('\n', newline) + whole.slice(to);
    }, text);
}
