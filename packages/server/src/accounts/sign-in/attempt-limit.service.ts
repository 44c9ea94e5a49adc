import { TooManyRequestsError } from '@atrium/host/errors';
import type { Clock } from '../../clock.ts';
import type { Store } from '../../database/schema.ts';
import {
  type AttemptCount,
  deleteAttempts,
  deleteAttemptsFrom,
  listAttempts,
  updateAttempts,
} from './attempt.repository.ts';
import { askingSubjects, cardSubjects, everythingAbout, type Kind, kindOf } from './attempt-subjects.ts';

const WINDOW_MS = 15 * 60_000;
const CARD_WINDOW_MS = 60 * 60_000;

/**
 * Attempts in 15 minutes (of those to sign in, failed ones; of those with cards, in an hour), in the database so that all
 * processes count together.
 */
const LIMITS: Record<Kind, number> = {
  /** Guesses at one account from one address. */
  pair: 10,
  /** Guesses at one account from one site: the holder of a /48 has 65,536 networks that count as addresses. */
  site: 30,
  /** Guesses at one account from everywhere: refuses no one by itself, or anyone could shut the owner out. */
  account: Number.POSITIVE_INFINITY,
  /** Guesses at one account on a device that signed in to it before. */
  device: 10,
  /** Guesses at the own password in a session. */
  session: 10,
  /** Guesses from one address, whatever the account. */
  address: 100,
  /** Codes of authenticator apps; guessing these requires the password. */
  factor: 10,
  /** Codes of devices that ask for a key, tried by one person. */
  keyRequest: 10,
  /** Guesses at names that no account has: refuses no one, and is written where there is no log to write to. */
  nobody: Number.POSITIVE_INFINITY,
  /** Unauthenticated requests from one address: accounts, reset links, confirmations. */
  asking: 60,
  /** Cards that one domain tries to add: the provider tells thieves which of theirs still work. */
  card: 10,
  /** The same from one address, where several customers may work. */
  cardAddress: 20,
};

/** An account that so many guesses were made at is being attacked: until the window ends, … */
const ATTACKED_FROM = 20;
/** Guesses allowed per address in that case. A person with the password needs one. */
const PAIR_WHEN_ATTACKED = 3;

interface Parts {
  clock: Clock;
  /** Whether others than this machine reach the console. */
  isPublished: boolean;
}

export class AttemptLimits {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Throws 429 when one of the subjects has used up its attempts. */
  async check(db: Store, subjects: readonly string[]): Promise<void> {
    if (subjects.length === 0) return;
    this.#refuse(await listAttempts(db, subjects, this.#windowsSince()), (count, limit) => count >= limit);
  }

  /** Whether the next attempt will be refused. */
  async hasRunOut(db: Store, subjects: readonly string[]): Promise<boolean> {
    return this.check(db, subjects).then(
      () => false,
      (error: unknown) => {
        if (error instanceof TooManyRequestsError) return true;
        throw error;
      },
    );
  }

  /** Counts one more attempt for each; throws 429 if that exceeds the limit. */
  async count(db: Store, subjects: readonly string[], windowMs = WINDOW_MS): Promise<void> {
    if (subjects.length === 0) return;
    const counts = await updateAttempts(db, subjects, this.#parts.clock.now(), this.#windowsSince(windowMs));
    this.#refuse(counts, (count, limit) => count > limit, windowMs);
  }

  /** Counts an unauthenticated request from an address. */
  async countAsking(db: Store, address: string): Promise<void> {
    await this.count(db, askingSubjects(address, this.#parts.isPublished));
  }

  /**
   * Counts a card that a domain tries to add, whether it is taken or not. A try that is refused to the domain does not count
   * for the address: others there would have no tries left.
   */
  async countCard(db: Store, domainId: string, address: string): Promise<void> {
    const { ofDomain, ofAddress } = cardSubjects(domainId, address, this.#parts.isPublished);
    await this.count(db, ofDomain, CARD_WINDOW_MS);
    await this.count(db, ofAddress, CARD_WINDOW_MS);
  }

  clear(db: Store, subjects: readonly string[]): Promise<void> {
    return deleteAttempts(db, subjects);
  }

  /** Forgets the guesses at one account, wherever they were made. */
  async clearAccount(db: Store, userId: string): Promise<void> {
    for (const beginning of everythingAbout(userId)) await deleteAttemptsFrom(db, beginning);
  }

  #windowsSince(windowMs = WINDOW_MS) {
    return new Date(this.#parts.clock.now().getTime() - windowMs);
  }

  #refuse(
    counts: AttemptCount[],
    isReached: (count: number, limit: number) => boolean,
    windowMs = WINDOW_MS,
  ): void {
    const isAttacked = counts.some(
      ({ subject, attempts }) => kindOf(subject) === 'account' && attempts >= ATTACKED_FROM,
    );
    const over = counts.filter(({ subject, attempts }) => {
      const kind = kindOf(subject);
      return isReached(attempts, isAttacked && kind === 'pair' ? PAIR_WHEN_ATTACKED : LIMITS[kind]);
    });
    if (over.length === 0) return;
    const until = Math.max(...over.map(({ windowStartedOn }) => windowStartedOn.getTime() + windowMs));
    const seconds = Math.max(1, Math.ceil((until - this.#parts.clock.now().getTime()) / 1000));
    const minutes = Math.ceil(seconds / 60);
    throw new TooManyRequestsError(
      `Too many attempts. Please try again in ${minutes} minute${minutes === 1 ? '' : 's'}.`,
      seconds,
    );
  }
}
