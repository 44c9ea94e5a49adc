import { type InvocationDetails, MAX_LOGGED_PER_SECOND } from '@atrium/contract/service-api/invocations';

/** Decides which calls the log keeps when a domain makes very many: so many in a second of each kind. */
export class LogRoom {
  #second = 0;
  readonly #taken = new Map<string, number>();

  /** Takes a place for a call; what people try themselves always has one. */
  take(domainId: string, { source, status, calledOn }: InvocationDetails): boolean {
    if (source === 'CONSOLE') return true;
    const second = Math.floor(Date.parse(calledOn) / 1000);
    if (second !== this.#second) this.#taken.clear();
    this.#second = second;
    const key = `${domainId} ${status}`;
    const taken = this.#taken.get(key) ?? 0;
    if (taken >= MAX_LOGGED_PER_SECOND) return false;
    this.#taken.set(key, taken + 1);
    return true;
  }
}
