import { availableParallelism } from 'node:os';
import { UnavailableError } from '@atrium/host/errors';
import { Semaphore } from '@atrium/host/semaphore';
import { hash, verify } from '@node-rs/argon2';
import { NOBODYS } from './usable-password.ts';

/** Cost of a hash. argon2id itself is the library's own choice. */
interface HashCost {
  /** In KiB. */
  memoryCost: number;
  timeCost: number;
  parallelism: number;
}

/** 64 MiB, three passes: 70 to 80 ms on the machine it was chosen on, within the 50 to 150 ms aimed at. */
const FULL_COST: HashCost = { memoryCost: 65_536, timeCost: 3, parallelism: 1 };
const HASH_MS = 75;

/**
 * Hashing runs on the threads of the runtime's worker pool. One core stays free for requests of signed-in users, and
 * one of the pool's four threads for name look-ups and files.
 */
const DEFAULT_CONCURRENCY = Math.min(3, Math.max(1, availableParallelism() - 1));
/** About five seconds of waiting: beyond that, a sign-in had better be told to retry. */
const DEFAULT_MAX_WAITING = 64;

export interface PasswordsOptions {
  concurrency?: number;
  maxWaiting?: number;
  cost?: HashCost;
}

/** Hashes and checks passwords, a few at a time; answers 503 when too many wait. */
export class Passwords {
  readonly #cost: HashCost;
  readonly #nobodysHash: string;
  readonly #semaphore: Semaphore;
  readonly #concurrency: number;

  constructor({
    concurrency = DEFAULT_CONCURRENCY,
    maxWaiting = DEFAULT_MAX_WAITING,
    cost = FULL_COST,
  }: PasswordsOptions = {}) {
    this.#cost = cost;
    this.#nobodysHash = hashOfNobody(cost);
    this.#concurrency = concurrency;
    this.#semaphore = new Semaphore({ permits: concurrency, maxWaiting }, { full: () => this.#tooMany() });
  }

  /** In the place of a hash that a report has ended: no password is right, and its person can choose another. */
  get ended(): string {
    return this.#nobodysHash;
  }

  hash(password: string): Promise<string> {
    return this.#semaphore.run('', () => hash(password.normalize('NFC'), this.#cost));
  }

  /** Takes the same time when there is no hash to check against. */
  async matches(passwordHash: string | null | undefined, password: string): Promise<boolean> {
    const compared = passwordHash ?? this.#nobodysHash;
    const isSame = await this.#semaphore.run('', () => verify(compared, password.normalize('NFC')));
    return isSame && typeof passwordHash === 'string';
  }

  #tooMany(): UnavailableError {
    const seconds = Math.ceil((this.#semaphore.waiting * HASH_MS) / this.#concurrency / 1000);
    return new UnavailableError('Too many people are signing in right now. Please try again.', seconds);
  }
}

/** Same cost, no password: checked where there is no account, so that it takes the same time. */
function hashOfNobody({ memoryCost, timeCost, parallelism }: HashCost): string {
  const parameters = `m=${memoryCost},t=${timeCost},p=${parallelism}`;
  return `$argon2id$v=19$${parameters}${NOBODYS}`;
}
