/** A process that refuses connections is being started again, or is gone and drops out of the list soon. */
const AVOIDED_MS = 5_000;

/** Which of the addresses of a service is called next: each in turn, those that have just refused last. */
export class AddressTurns {
  readonly #refusedAt = new Map<string, number>();
  #turn = 0;

  /** All of them, in the order in which they are tried. */
  order(addresses: readonly string[]): string[] {
    if (addresses.length < 2) return [...addresses];
    this.#turn = (this.#turn + 1) % Number.MAX_SAFE_INTEGER;
    const first = this.#turn % addresses.length;
    const inTurn = [...addresses.slice(first), ...addresses.slice(0, first)];
    if (this.#refusedAt.size === 0) return inTurn;
    return inTurn.toSorted((a, b) => Number(this.isAvoided(a)) - Number(this.isAvoided(b)));
  }

  /** It has not taken a call. */
  avoid(address: string): void {
    this.#refusedAt.set(address, performance.now());
  }

  isAvoided(address: string): boolean {
    const at = this.#refusedAt.get(address);
    if (at === undefined) return false;
    if (performance.now() - at < AVOIDED_MS) return true;
    this.#refusedAt.delete(address);
    return false;
  }
}
