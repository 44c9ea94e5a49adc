/** Most entries of a layer: it is copied with each change. */
const MAX_LAYER = 1_000;

/** An immutable map. A map with changes shares its entries, so that time and memory depend on the number of changes. */
export class LayeredMap<Value extends NonNullable<unknown>> {
  readonly #base: ReadonlyMap<string, Value>;
  /** Null for a deleted entry. */
  readonly #layer: ReadonlyMap<string, Value | null>;

  constructor(
    base: ReadonlyMap<string, Value> = new Map(),
    layer: ReadonlyMap<string, Value | null> = new Map(),
  ) {
    this.#base = base;
    this.#layer = layer;
  }

  get(key: string): Value | undefined {
    const changed = this.#layer.get(key);
    return changed === undefined ? this.#base.get(key) : (changed ?? undefined);
  }

  has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  *[Symbol.iterator](): Generator<[string, Value]> {
    for (const [key, value] of this.#base) if (!this.#layer.has(key)) yield [key, value];
    for (const [key, value] of this.#layer) if (value !== null) yield [key, value];
  }

  /** Null deletes an entry. */
  with(changes: ReadonlyMap<string, Value | null>): LayeredMap<Value> {
    if (changes.size === 0) return this;
    if (this.#layer.size + changes.size <= MAX_LAYER)
      return new LayeredMap(this.#base, new Map([...this.#layer, ...changes]));
    const base = new Map(this);
    for (const [key, value] of changes) {
      if (value === null) base.delete(key);
      else base.set(key, value);
    }
    return new LayeredMap(base);
  }
}
