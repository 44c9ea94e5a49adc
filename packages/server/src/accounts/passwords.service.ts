import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { UnavailableError } from '../http/errors.ts';

/** argon2id, the library's own choice; 64 MiB, three passes: 70 to 80 ms on the machine it was chosen on, within the 50 to 150 ms aimed at. */
const PARAMETERS = { memoryCost: 65_536, timeCost: 3, parallelism: 1 };
const HASH_MS = 75;

/** Same parameters, no password: checked where there is no account, so that it costs the same time. */
const NOBODYS_HASH = '$argon2id$v=19$m=65536,t=3,p=1$AAAAAAAAAAAAAAAAAAAAAA$' + 'A'.repeat(43);

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

export function createPasswords(
  concurrency = DEFAULT_CONCURRENCY,
  maxWaiting = DEFAULT_MAX_WAITING,
): Passwords {
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
    hash: (password) => inTurn(() => hash(password, PARAMETERS)),
    async matches(passwordHash, password) {
      const isSame = await inTurn(() => verify(passwordHash ?? NOBODYS_HASH, password));
      return isSame && typeof passwordHash === 'string';
    },
  };
}
