import { endOfSpace, endOfString, endOfValue } from './json-slice.ts';

/**
 * Reads JSON from its beginning to its end. A long text is read member by member and element by element, so that it need
 * not become one large value in one go. Each value must have been read before the next one is asked for. Throws SyntaxError.
 */
export class JsonCursor {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The names of an object; after each of them its value is to be read. */
  *members(): Generator<string> {
    this.#expect('{');
    if (this.#skip('}')) return;
    const seen = new Set<string>();
    do {
      const name = this.#take(endOfString) as string;
      if (seen.has(name)) throw new SyntaxError(`${JSON.stringify(name)} is there twice`);
      seen.add(name);
      this.#expect(':');
      yield name;
    } while (this.#skip(','));
    this.#expect('}');
  }

  /** Goes through a list; at each step an element is to be read. */
  *elements(): Generator<undefined> {
    this.#expect('[');
    if (this.#skip(']')) return;
    do yield;
    while (this.#skip(','));
    this.#expect(']');
  }

  value(): unknown {
    return this.#take(endOfValue);
  }

  /** Nothing but space is left. */
  end(): void {
    this.#space();
    if (this.#at !== this.#text.length) this.#fail();
  }

  #take(endOf: (text: string, at: number) => number): unknown {
    this.#space();
    const end = endOf(this.#text, this.#at);
    if (end === -1) this.#fail();
    const value: unknown = JSON.parse(this.#text.slice(this.#at, end));
    this.#at = end;
    return value;
  }

  #skip(character: string): boolean {
    this.#space();
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #expect(character: string): void {
    if (!this.#skip(character)) this.#fail();
  }

  #space(): void {
    this.#at = endOfSpace(this.#text, this.#at);
  }

  #fail(): never {
    throw new SyntaxError(`not JSON at ${this.#at}`);
  }
}
