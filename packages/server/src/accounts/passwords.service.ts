import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { UnavailableError } from '../http/errors.ts';

/** What a hash costs. argon2id itself is the library's own choice. */
export interface HashCost {
  /** In KiB. */
  memoryCost: number;
  timeCost: number;
  parallelism: number;
}

/** 64 MiB, three passes: 70 to 80 ms on the machine it was chosen on, within the 50 to 150 ms aimed at. */
const FULL_COST: HashCost = { memoryCost: 65_536, timeCost: 3, parallelism: 1 };
const HASH_MS = 75;

/**
 * Hashing runs on the threads of the runtime's worker pool. One core stays free for the requests of people
 * who are signed in, and one of the pool's four threads for name look-ups and files.
 */
const DEFAULT_CONCURRENCY = Math.min(3, Math.max(1, availableParallelism() - 1));
/** About five seconds of waiting: past it a sign-in is better told to come again. */
const DEFAULT_MAX_WAITING = 64;

/** Hashes and checks passwords, a few at a time; answers 503 when too many wait. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes the same time when there is no hash to check against. */
  matches(passwordHash: string | null | undefined, password: string): Promise<boolean>;
}

export interface PasswordsOptions {
  concurrency?: number;
  maxWaiting?: number;
  cost?: HashCost;
}

export function createPasswords({
  concurrency = DEFAULT_CONCURRENCY,
  maxWaiting = DEFAULT_MAX_WAITING,
  cost = FULL_COST,
}: PasswordsOptions = {}): Passwords {
  const nobodysHash = hashOfNobody(cost);
  let running = 0;
  const waiting: (() => void)[] = [];

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= concurrency) {
      if (waiting.length >= maxWaiting) {
        const seconds = Math.ceil((waiting.length * HASH_MS) / concurrency / 1000);
        throw new UnavailableError('Too many people are signing in right now. Please try again.', seconds);
      }
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      // The place is handed on, not given back, so that nobody can slip in between.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  }

  return {
    hash: (password) => inTurn(() => hash(password, cost)),
    async matches(passwordHash, password) {
      const isSame = await inTurn(() => verify(passwordHash ?? nobodysHash, password));
      return isSame && typeof passwordHash === 'string';
    },
  };
}

/** Same cost, no password: checked where there is no account, so that it takes the same time. */
function hashOfNobody({ memoryCost, timeCost, parallelism }: HashCost): string {
  const parameters = `m=${memoryCost},t=${timeCost},p=${parallelism}`;
  return `$argon2id$v=19$${parameters}$${'A'.repeat(22)}$${'A'.repeat(43)}`;
}
