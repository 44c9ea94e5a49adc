import {
  type InvocationStatus,
  MAX_LOGGED_PER_SECOND,
} from '@atrium/contract/service-api/functions/invocations';

/** Limits the calls that the log keeps per second and domain, separately for successes and failures. */
export class LogRoom {
  #second = 0;
  readonly #taken = new Map<string, number>();

  /** Takes a place for a call; false if there is none. */
  take(domainId: string, status: InvocationStatus, calledOn: Date): boolean {
    const second = Math.floor(calledOn.getTime() / 1000);
    if (second !== this.#second) this.#taken.clear();
    this.#second = second;
    const key = `${domainId} ${status}`;
    const taken = this.#taken.get(key) ?? 0;
    if (taken >= MAX_LOGGED_PER_SECOND) return false;
    this.#taken.set(key, taken + 1);
    return true;
  }
}
