import { stripTypeScriptTypes } from 'node:module';

/** Place in a source that is not JavaScript with types. */
export interface TypesFault {
  /** From 1. */
  line: number;
  column: number;
  message: string;
}

export type StrippedTypes = { code: string } | { fault: TypesFault };

/** Syntax that is more than types, by the words of Node's message. */
const UNSUPPORTED: readonly [message: RegExp, name: string, first: RegExp, instead: string][] = [
  [/\benum\b/, '`enum`', /\b(?:const\s+)?enum\b/, 'use a constant object'],
  [/\bnamespace\b/, '`namespace`', /\b(?:namespace|module)\b/, 'use a file of its own and import it'],
  [/parameter property/, 'A parameter property', /\S/, 'declare the field and assign it in the constructor'],
  [/import equals/, '`import =`', /\bimport\b/, 'use `import … from`'],
  [/export assignment/, '`export =`', /\bexport\b/, 'use `export default`'],
  [/angle-bracket/, '`<T>value`', /</, 'use `value as T`'],
];

/** An engine that has overflowed its stack fails on whatever comes next in the same thread. */
let isExhausted = false;

/**
 * Replaces the types of a TypeScript source with spaces: each other character stays at its line and column. Takes up to half
 * a second and 150 MB for 1 MiB: call it in a thread that ends with its work.
 */
export function stripTypes(source: string): StrippedTypes {
  if (isExhausted)
    return {
      fault: atStart('Not checked, because another file that was checked with it is nested too deeply'),
    };
  try {
    return { code: stripTypeScriptTypes(source) };
  } catch (error) {
    return { fault: toFault(source, error) };
  }
}

/** Why types cannot be removed, with the line, after the path of the file. */
export function typesFaultText({ line, message }: TypesFault): string {
  const [, name, rest] = /^(.*?) (cannot be removed by position.*)$/.exec(message) ?? [];
  return name === undefined ? `${message} (line ${line})` : `${name} (line ${line}) ${rest}`;
}

function toFault(source: string, error: unknown): TypesFault {
  if (!(error instanceof Error)) throw error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ERR_INTERNAL_ASSERTION' || error instanceof RangeError) {
    isExhausted = true;
    return atStart('Nested too deeply');
  }
  const unsupported =
    code === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX'
      ? UNSUPPORTED.find(([words]) => words.test(message))
      : undefined;
  const line = Number(/^[^\n]*:(\d+)\n/.exec(error.stack ?? '')?.[1] ?? 1);
  const text = source.split(/\r\n|[\n\r\u2028\u2029]/)[line - 1] ?? '';
  const marked = /\n( *)\^+\n/.exec(error.stack ?? '')?.[1];
  const found =
    marked === undefined ? text.search(unsupported?.[2] ?? /\S/) : indexOfCell(text, marked.length);
  if (!unsupported) return { line, column: Math.max(found, 0) + 1, message };
  const [, name, , instead] = unsupported;
  return {
    line,
    column: Math.max(found, 0) + 1,
    message: `${name} cannot be removed by position; ${instead}`,
  };
}

const atStart = (message: string): TypesFault => ({ line: 1, column: 1, message });

/** Characters that a terminal shows in two cells. */
const WIDE = /[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}\p{Emoji_Presentation}]/u;
const TAB_CELLS = 4;

/** Node marks the place below the line, as a terminal shows it. */
function indexOfCell(text: string, wanted: number): number {
  let cells = 0;
  let index = 0;
  for (const character of text) {
    if (cells >= wanted) break;
    cells += character === '\t' ? TAB_CELLS - (cells % TAB_CELLS) : WIDE.test(character) ? 2 : 1;
    index += character.length;
  }
  return index;
}
