import type { Clock, Random } from '../../clock.ts';
import type { Store } from '../../database/schema.ts';
import type { UserKey } from '../people/user.repository.ts';
import { hashToken } from '../sign-in/one-time-token.service.ts';
import {
  deleteRecoveryCodes,
  findRecoveryCodeCount,
  insertRecoveryCodes,
  updateRecoveryCodeUsed,
} from './recovery-code.repository.ts';

const CODES = 10;
/** 120 random bits need no slow hash. */
const CODE_LETTERS = 24;
/** Base32: one letter for each five bits, none that looks like another. */
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

interface Parts {
  clock: Clock;
  random: Random;
}

/** Codes that stand for a second factor once each, for the day on which it is lost. */
export class RecoveryCodes {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  count(transaction: Store, user: UserKey): Promise<number> {
    return findRecoveryCodeCount(transaction, user);
  }

  /** Returns new ones, as they are shown; those from before no longer work. */
  async create(transaction: Store, user: UserKey): Promise<string[]> {
    const { clock, random } = this.#parts;
    const codes = Array.from({ length: CODES }, () =>
      [...random.bytes(CODE_LETTERS)].map((byte) => ALPHABET[byte % ALPHABET.length]).join(''),
    );
    await deleteRecoveryCodes(transaction, user);
    await insertRecoveryCodes(transaction, user, codes.map(hashToken), clock.now());
    return codes.map((code) => code.match(/.{4}/g)?.join('-') ?? code);
  }

  /** False unless it is one of the user's that was not used before. */
  use(transaction: Store, user: UserKey, code: string): Promise<boolean> {
    return updateRecoveryCodeUsed(transaction, user, hashToken(code), this.#parts.clock.now());
  }

  delete(transaction: Store, user: UserKey): Promise<void> {
    return deleteRecoveryCodes(transaction, user);
  }
}
