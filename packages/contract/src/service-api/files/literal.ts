import { isPlainObject, MAX_PLAIN_DEPTH, type PlainValue } from './plain-value.ts';

/*
 * Metadata and data files are JavaScript modules with one `export default` of plain values. They are read
 * here without ever being evaluated. The grammar is JSON plus what people write by hand: comments, trailing
 * commas, unquoted keys, single quotes, a leading `+`/`-`, hexadecimal numbers. Everything else (calls,
 * templates, spreads, `undefined`) is refused with its place.
 */

export class LiteralError extends Error {
  override readonly name = 'LiteralError';
  readonly line: number;
  readonly column: number;

  constructor(message: string, text: string, offset: number) {
    const before = text.slice(0, offset).split('\n');
    super(message);
    this.line = before.length;
    this.column = (before.at(-1)?.length ?? 0) + 1;
  }
}

/** Blanks, line breaks and comments. */
export const SPACE = /(?:\s|\/\/[^\n\r\u2028\u2029]*|\/\*[^]*?\*\/)*/y;
const COMMENT = /\/\/[^\n\r\u2028\u2029]*|\/\*[^]*?\*\//g;
const NUMBER = /[+-]?(?:0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)(?![\p{L}\p{N}_$])/uy;
const IDENTIFIER = /[\p{ID_Start}_$][\p{ID_Continue}$]*/uy;
const STRING = /"(?:[^"\\\n\r]|\\[^])*"|'(?:[^'\\\n\r]|\\[^])*'/y;
const HEADER = /export(?=\s|\/)/y;
const DEFAULT = /default(?![\p{ID_Continue}$])/uy;

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v', '0': '\0' };

/** Value of a module `export default …;`. Throws `LiteralError` for anything that is not plain values. */
export function parseLiteralModule(text: string): PlainValue {
  return readLiteralModule(text).value;
}

/** Like `parseLiteralModule`, with the comments in the order of the text. */
export function readLiteralModule(text: string): { value: PlainValue; comments: string[] } {
  const reader = new Reader(text);
  return { value: readModule(reader).value, comments: reader.comments };
}

/** Whether a module may be a list. Most are none, and failing to read one takes ten times as long as seeing so. */
export function mayBeList(text: string): boolean {
  const reader = new Reader(text);
  return readHead(reader) && reader.skip('[');
}

function readHead(reader: Reader): boolean {
  reader.space();
  if (!reader.take(HEADER)) return false;
  reader.space();
  if (!reader.take(DEFAULT)) return false;
  reader.space();
  return true;
}

function readModule(reader: Reader): { value: PlainValue; from: number; to: number } {
  if (!readHead(reader)) reader.fail('Expected "export default"');
  const from = reader.offset;
  const value = reader.value(0);
  const to = reader.offset;
  reader.space();
  reader.skip(';');
  reader.space();
  if (!reader.atEnd()) reader.fail('Only one "export default" of plain values is allowed');
  return { value, from, to };
}

/** Position of an object in a module, with those of its keys and values. */
export interface LiteralSpans {
  /** Offset of the closing brace. */
  end: number;
  entries: { key: string; keyFrom: number; from: number; to: number }[];
}

/** The value of a module, and where each of its objects stands in the text. */
export function locateLiteralModule(text: string): {
  value: PlainValue;
  from: number;
  to: number;
  spans: ReadonlyMap<object, LiteralSpans>;
} {
  const reader = new Reader(text, new Map());
  return { ...readModule(reader), spans: reader.spans ?? new Map() };
}

/** The canonical module of a value: two spaces of indentation, double quotes, a final newline. */
export function printLiteralModule(value: PlainValue): string {
  return `export default ${printLiteral(value, '')};\n`;
}

/** A value as it stands in a module, in a line that is indented. */
export function printLiteral(value: PlainValue, indent: string): string {
  if (typeof value !== 'object' || value === null) {
    // U+2028/9 end a line in some readers of JavaScript.
    return JSON.stringify(value).replace(/[\u2028\u2029]/g, (end) => `\\u${end.charCodeAt(0).toString(16)}`);
  }
  const inner = `${indent}  `;
  const [open, close, lines] = isPlainObject(value)
    ? ['{', '}', Object.entries(value).map(([key, part]) => `${printKey(key)}: ${printLiteral(part, inner)}`)]
    : ['[', ']', value.map((part) => printLiteral(part, inner))];
  if (lines.length === 0) return open + close;
  return `${open}\n${lines.map((line) => `${inner}${line},\n`).join('')}${indent}${close}`;
}

/** A key as it stands in a module. */
export function printKey(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : printLiteral(key, '');
}

class Reader {
  readonly comments: string[] = [];
  readonly spans: Map<object, LiteralSpans> | undefined;
  offset = 0;
  private readonly text: string;

  constructor(text: string, spans?: Map<object, LiteralSpans>) {
    this.spans = spans;
    this.text = text.charCodeAt(0) === 0xfeff ? ` ${text.slice(1)}` : text;
  }

  atEnd(): boolean {
    return this.offset >= this.text.length;
  }

  fail(message: string): never {
    throw new LiteralError(message, this.text, this.offset);
  }

  take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.offset;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.offset += found.length;
    return found;
  }

  space(): void {
    const space = this.take(SPACE) ?? '';
    if (space.includes('/')) this.comments.push(...(space.match(COMMENT) ?? []));
  }

  skip(character: string): boolean {
    if (this.text[this.offset] !== character) return false;
    this.offset += 1;
    return true;
  }

  value(depth: number): PlainValue {
    this.space();
    if (depth > MAX_PLAIN_DEPTH) this.fail('Nested too deeply');
    if (this.skip('{')) return this.object(depth);
    if (this.skip('[')) return this.array(depth);
    const text = this.string();
    if (text !== undefined) return text;
    const number = this.take(NUMBER);
    if (number !== undefined) return this.number(number);
    const start = this.offset;
    const word = this.take(IDENTIFIER);
    if (word === 'true') return true;
    if (word === 'false') return false;
    if (word === 'null') return null;
    this.offset = start;
    return this.fail('Expected a plain value: text, number, true, false, null, a list or an object');
  }

  private number(text: string): number {
    const digits = text.replace(/^[+-]/, '');
    // `010` means 8 in old scripts and nothing in a module.
    if (/^0\d/.test(digits)) this.fail('Numbers must not start with 0');
    const value = Number(digits);
    if (!Number.isFinite(value)) this.fail('Number is too large');
    // JSON has no -0: what left as -0 would come back as 0, and count as edited.
    return text.startsWith('-') && value !== 0 ? -value : value;
  }

  private string(): string | undefined {
    const quoted = this.take(STRING);
    if (quoted === undefined) return undefined;
    return quoted
      .slice(1, -1)
      .replace(
        /\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r\n|[^]))/g,
        (_, point?: string, unit?: string, byte?: string, other?: string) => {
          const code = point ?? unit ?? byte;
          if (code !== undefined) return this.character(Number.parseInt(code, 16));
          if (other === undefined || /^[\r\n\u2028\u2029]/.test(other)) return '';
          if (/^[1-9ux]$/.test(other)) this.fail(`Unknown escape \\${other}`);
          return ESCAPES[other] ?? other;
        },
      );
  }

  private character(code: number): string {
    if (code > 0x10ffff) this.fail('Unknown character code');
    return String.fromCodePoint(code);
  }

  private array(depth: number): PlainValue[] {
    const values: PlainValue[] = [];
    for (;;) {
      this.space();
      if (this.skip(']')) return values;
      values.push(this.value(depth + 1));
      this.space();
      if (!this.skip(',')) {
        if (this.skip(']')) return values;
        this.fail('Expected "," or "]"');
      }
    }
  }

  private object(depth: number): Record<string, PlainValue> {
    const value: Record<string, PlainValue> = {};
    const entries: LiteralSpans['entries'] = [];
    const close = () => {
      this.spans?.set(value, { end: this.offset - 1, entries });
      return value;
    };
    for (;;) {
      this.space();
      if (this.skip('}')) return close();
      const keyFrom = this.offset;
      const key = this.string() ?? this.take(IDENTIFIER) ?? this.fail('Expected a key');
      // In JavaScript this key sets the prototype instead of a property.
      if (key === '__proto__') this.fail('The key __proto__ is not allowed');
      if (Object.hasOwn(value, key)) this.fail(`The key ${key} appears twice`);
      this.space();
      if (!this.skip(':')) this.fail('Expected ":"');
      this.space();
      const from = this.offset;
      value[key] = this.value(depth + 1);
      if (this.spans) entries.push({ key, keyFrom, from, to: this.offset });
      this.space();
      if (!this.skip(',')) {
        if (this.skip('}')) return close();
        this.fail('Expected "," or "}"');
      }
    }
  }
}
