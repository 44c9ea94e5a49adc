import { TooManyRequestsError } from '@atrium/host/errors';

/** Calls of one domain that may run or wait in one process: whatever it does, there is room for others. */
export const MAX_DOMAIN_CALLS = 128;

/** Counts the calls of each domain that are under way, and refuses those for which there is no room. */
export class DomainTurns {
  readonly #underWay = new Map<string, number>();

  async run<T>(domainId: string, work: () => Promise<T>): Promise<T> {
    const others = this.#underWay.get(domainId) ?? 0;
    if (others >= MAX_DOMAIN_CALLS) {
      // Its own doing, and no fault of the platform: no one is to be woken.
      throw new TooManyRequestsError('Too many calls are already waiting. Please try again in a moment.', 1);
    }
    this.#underWay.set(domainId, others + 1);
    try {
      return await work();
    } finally {
      const left = (this.#underWay.get(domainId) ?? 1) - 1;
      if (left === 0) this.#underWay.delete(domainId);
      else this.#underWay.set(domainId, left);
    }
  }
}
