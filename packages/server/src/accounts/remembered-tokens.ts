/** Whoever calls often enough to fill it is in it again at once. */
const MAX_REMEMBERED = 10_000;

/** What verifying or signing found, which costs more than the rest of a short call, until a time. */
export class RememberedTokens<Value> {
  readonly #known = new Map<string, { value: Value; until: number }>();

  find(key: string, now: Date): Value | undefined {
    const known = this.#known.get(key);
    return known !== undefined && known.until > now.getTime() ? known.value : undefined;
  }

  set(key: string, value: Value, until: Date): void {
    if (this.#known.size >= MAX_REMEMBERED) this.#known.clear();
    this.#known.set(key, { value, until: until.getTime() });
  }

  clear(): void {
    this.#known.clear();
  }
}
