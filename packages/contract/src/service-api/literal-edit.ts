import {
  type LiteralSpans,
  locateLiteralModule,
  parseLiteralModule,
  printKey,
  printLiteral,
  printLiteralModule,
} from './literal.ts';
import { indentOf, type Replacement, replaceParts, spanOfEntry } from './literal-line.ts';
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
