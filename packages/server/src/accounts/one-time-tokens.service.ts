import { createHash } from 'node:crypto';
import { CUSTOM_TOKEN_SECONDS } from '@atrium/contract/accounts/sign-in';
import type { Clock, Random } from '../clock.ts';
import type { Store } from '../database/schema.ts';
import { UnprocessableError } from '../http/errors.ts';
import type { TokenPurpose } from './accounts.tables.ts';
import {
  deleteOneTimeTokens,
  findOneTimeToken,
  insertOneTimeToken,
  type UsedToken,
  updateOneTimeTokenUsed,
} from './one-time-tokens.repository.ts';

const HOUR_SECONDS = 3600;
const LIFETIME_SECONDS: Record<TokenPurpose, number> = {
  confirm: 24 * HOUR_SECONDS,
  reset: HOUR_SECONDS,
  invite: 7 * 24 * HOUR_SECONDS,
  'change-email': 24 * HOUR_SECONDS,
  'custom-login': CUSTOM_TOKEN_SECONDS,
};

/** Random tokens that work once, for a while, for one purpose. Only their hashes are stored. */
export interface OneTimeTokens {
  /** Asking for another e-mail address makes the link to the one asked for before useless. */
  issue(
    db: Store,
    purpose: TokenPurpose,
    userId: string,
    about?: { issuerId?: string; email?: string },
  ): Promise<string>;
  /** Throws for anything but a good token for one of the purposes; leaves it as it is. */
  check(db: Store, token: string, purposes: readonly TokenPurpose[]): Promise<void>;
  /** Uses a token up. Throws as `check` does. */
  use(db: Store, token: string, purposes: readonly TokenPurpose[]): Promise<UsedToken>;
  revoke(db: Store, userId: string, purposes: readonly TokenPurpose[]): Promise<void>;
}

/** 256 random bits need no slow hash. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

export function createOneTimeTokens(clock: Clock, random: Random): OneTimeTokens {
  return {
    async issue(db, purpose, userId, about = {}) {
      if (purpose === 'change-email') await deleteOneTimeTokens(db, userId, [purpose]);
      const token = random.token();
      const now = clock.now();
      await insertOneTimeToken(db, {
        hash: hashToken(token),
        purpose,
        userId,
        ...about,
        createdOn: now,
        expiresOn: new Date(now.getTime() + LIFETIME_SECONDS[purpose] * 1000),
      });
      return token;
    },
    async check(db, token, purposes) {
      if (!(await findOneTimeToken(db, hashToken(token), purposes, clock.now()))) throw uselessToken();
    },
    async use(db, token, purposes) {
      const used = await updateOneTimeTokenUsed(db, hashToken(token), purposes, clock.now());
      if (used === undefined) throw uselessToken();
      return used;
    },
    revoke: deleteOneTimeTokens,
  };
}

function uselessToken(): UnprocessableError {
  return new UnprocessableError('This link has expired or was used already. Please ask for a new one.');
}
