import { LRUCache } from 'lru-cache';
import pg from 'pg';

/** A statement that was sent so often is likely to come again, and again. */
const PREPARED_FROM = 5;
/** Each of them takes memory of each connection: some tens of kB. */
const MAX_PREPARED = 200;
/** Counted texts: those made for one call (long lists of rows) would otherwise fill the memory. */
const MAX_COUNTED = 2_000;
const LONGEST_TEXT = 8_000;
/** The columns of `*` are fixed when the statement is prepared; a later release may have added one. */
const STAR = /[\s.]\*/;

/** Chooses which statements the connections of a pool prepare, and how they are called. */
export class PreparedStatements {
  readonly #names = new Map<string, string>();
  readonly #counts = new LRUCache<string, number>({ max: MAX_COUNTED });

  /** The name that a statement is prepared under; none as long as it is not known to come often. */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= MAX_PREPARED || text.length > LONGEST_TEXT) return known;
    const count = (this.#counts.get(text) ?? 0) + 1;
    if (count < PREPARED_FROM || STAR.test(text)) {
      this.#counts.set(text, count);
      return undefined;
    }
    this.#counts.delete(text);
    const name = `atrium_${this.#names.size + 1}`;
    this.#names.set(text, name);
    return name;
  }
}

/**
 * Prepares frequent statements on the connections of a pool: parsing and planning most of ours takes several
 * times as long as running them. Not usable behind a pooler that assigns each transaction another server
 * connection.
 */
export function preparingClient(statements = new PreparedStatements()): typeof pg.Client {
  class PreparingClient extends pg.Client {
    // The driver's own type has a dozen overloads.
    override query(...given: unknown[]): never {
      const [text, values] = given;
      const query = super.query.bind(this) as (...args: unknown[]) => never;
      const isPlain = given.length === 2 && typeof text === 'string' && Array.isArray(values);
      const name = isPlain && values.length > 0 ? statements.nameOf(text) : undefined;
      return name === undefined ? query(...given) : query({ name, text, values });
    }
  }
  return PreparingClient;
}
