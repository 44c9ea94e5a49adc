import { TooManyRequestsError } from '@atrium/host/errors';
import type { Clock } from '../clock.ts';
import type { Store } from '../database/schema.ts';
import { type AttemptCount, deleteAttempts, listAttempts, updateAttempts } from './attempt.repository.ts';

const WINDOW_MS = 15 * 60_000;

/** Attempts in 15 minutes (of those to sign in, failed ones), in the database so that all processes count together. */
const LIMITS = {
  /**
   * The name as typed, whether or not an account has it. Username and e-mail are counted apart: if guesses for the
   * one used up the other, a block would reveal that they belong to the same person.
   */
  account: 10,
  address: 100,
  /** What one address asks for without being signed in: accounts, reset links, confirmations. */
  asking: 60,
} as const;

export type Kind = keyof typeof LIMITS;

interface Parts {
  clock: Clock;
}

export class AttemptLimits {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Throws 429 when one of the subjects has used up its attempts. */
  async check(db: Store, subjects: readonly string[]): Promise<void> {
    this.#refuse(await listAttempts(db, subjects, this.#windowsSince()), (count, limit) => count >= limit);
  }

  /** Counts one more attempt for each; throws 429 if that exceeds the limit. */
  async count(db: Store, subjects: readonly string[]): Promise<void> {
    if (subjects.length === 0) return;
    const counts = await updateAttempts(db, subjects, this.#parts.clock.now(), this.#windowsSince());
    this.#refuse(counts, (count, limit) => count > limit);
  }

  clear(db: Store, subject: string): Promise<void> {
    return deleteAttempts(db, subject);
  }

  #windowsSince() {
    return new Date(this.#parts.clock.now().getTime() - WINDOW_MS);
  }

  #refuse(counts: AttemptCount[], isReached: (count: number, limit: number) => boolean): void {
    const over = counts.filter(({ subject: name, attempts }) => {
      return isReached(attempts, LIMITS[name.slice(0, name.indexOf(' ')) as Kind]);
    });
    if (over.length === 0) return;
    const until = Math.max(...over.map(({ windowStartedOn }) => windowStartedOn.getTime() + WINDOW_MS));
    const seconds = Math.max(1, Math.ceil((until - this.#parts.clock.now().getTime()) / 1000));
    const minutes = Math.ceil(seconds / 60);
    throw new TooManyRequestsError(
      `Too many attempts. Please try again in ${minutes} minute${minutes === 1 ? '' : 's'}.`,
      seconds,
    );
  }
}
