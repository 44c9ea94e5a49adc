import { createHash } from 'node:crypto';
import { CUSTOM_TOKEN_SECONDS } from '@atrium/contract/accounts/sign-in';
import { UnprocessableError } from '@atrium/host/errors';
import type { Clock, Random } from '../../clock.ts';
import type { Store } from '../../database/schema.ts';
import type { TokenPurpose } from '../accounts.tables.ts';
import { findUser, lockUser } from '../people/user.repository.ts';
import {
  deleteOneTimeTokens,
  deleteTokensOfKey,
  deleteTokensSentTo,
  findOneTimeToken,
  findUsedOneTimeToken,
  hasTokenAbout,
  insertOneTimeToken,
  listInvitationEnds,
  type UsedToken,
  updateOneTimeTokenUsed,
} from './one-time-token.repository.ts';

const HOUR_SECONDS = 3600;
const LIFETIME_SECONDS: Record<TokenPurpose, number> = {
  confirm: 24 * HOUR_SECONDS,
  reset: HOUR_SECONDS,
  invite: 7 * 24 * HOUR_SECONDS,
  'change-email': 24 * HOUR_SECONDS,
  'custom-login': CUSTOM_TOKEN_SECONDS,
  'report-sign-in': 7 * 24 * HOUR_SECONDS,
};

/** Issuer of a custom token, with its session or key: the opened session ends with that. */
export interface TokenIssuer {
  issuerId: string;
  issuerSessionId: string | null;
  issuerKeyId: string | null;
  endsBy: Date | null;
}

interface Parts {
  clock: Clock;
  random: Random;
}

/** 256 random bits need no slow hash. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Random tokens that work once, for a while, for one purpose. Only their hashes are stored. */
export class OneTimeTokens {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Requesting another e-mail address invalidates the link to the one requested before. */
  async issue(
    db: Store,
    purpose: TokenPurpose,
    userId: string,
    about: { email?: string; sessionId?: string } & Partial<TokenIssuer> = {},
  ): Promise<string> {
    const { clock, random } = this.#parts;
    if (purpose === 'change-email') await deleteOneTimeTokens(db, userId, [purpose]);
    const token = random.token();
    const now = clock.now();
    await insertOneTimeToken(db, {
      tokenHash: hashToken(token),
      purpose,
      userId,
      ...about,
      createdOn: now,
      expiresOn: new Date(now.getTime() + LIFETIME_SECONDS[purpose] * 1000),
    });
    return token;
  }

  /** Throws for anything but a valid token for one of the purposes; does not use it up. */
  async check(db: Store, token: string, purposes: readonly TokenPurpose[]): Promise<void> {
    await this.get(db, token, purposes);
  }

  /** Returns the data of a token. Throws like `check`, and does not use the token up either. */
  async get(db: Store, token: string, purposes: readonly TokenPurpose[]): Promise<UsedToken> {
    const found = await findOneTimeToken(db, hashToken(token), purposes, this.#parts.clock.now());
    if (found === undefined) throw uselessToken();
    return found;
  }

  /** Returns the data of a used token. */
  findUsed(db: Store, token: string, purposes: readonly TokenPurpose[]): Promise<UsedToken | undefined> {
    return findUsedOneTimeToken(db, hashToken(token), purposes);
  }

  /** Uses a token up. Throws as `check` does. Its user is locked first, as by everything that takes tokens away. */
  async use(db: Store, token: string, purposes: readonly TokenPurpose[]): Promise<UsedToken> {
    const { userId } = await this.get(db, token, purposes);
    const user = await findUser(db, userId);
    if (user) await lockUser(db, user);
    const used = await updateOneTimeTokenUsed(db, hashToken(token), purposes, this.#parts.clock.now());
    if (used === undefined) throw uselessToken();
    return used;
  }

  /**
   * Returns the expiry of people's invitations. An invitation that is unsent or cleaned up counts from its request; a
   * later request for a link extends it.
   */
  async listInvitationEnds(
    db: Store,
    invited: readonly { userId: string; createdOn: Date; invitedOn: Date | null }[],
  ): Promise<Map<string, Date>> {
    if (invited.length === 0) return new Map();
    const sent = await listInvitationEnds(
      db,
      invited.map(({ userId }) => userId),
    );
    const sentEnds = new Map(sent.map(({ userId, endsOn }) => [userId, endsOn.getTime()]));
    return new Map(
      invited.map(({ userId, createdOn, invitedOn }) => {
        const asked = (invitedOn ?? createdOn).getTime() + LIFETIME_SECONDS.invite * 1000;
        return [userId, new Date(Math.max(asked, sentEnds.get(userId) ?? 0))];
      }),
    );
  }

  revokeOfKey(db: Store, keyId: string): Promise<void> {
    return deleteTokensOfKey(db, keyId);
  }

  /** Whether the links of a notice about a session may still be used: one was issued, and nothing has revoked it. */
  hasNotice(db: Store, about: { email: string; sessionId: string }): Promise<boolean> {
    return hasTokenAbout(db, 'report-sign-in', about, this.#parts.clock.now());
  }

  /**
   * Revokes notices sent to an address, or to others since a time or about some sessions: a report from one address
   * proves no other.
   */
  revokeNotices(db: Store, userId: string, to: Parameters<typeof deleteTokensSentTo>[3]): Promise<void> {
    return deleteTokensSentTo(db, userId, 'report-sign-in', to);
  }

  /** Also those that the user issued for others. */
  revoke(db: Store, userId: string, purposes: readonly TokenPurpose[]): Promise<void> {
    return deleteOneTimeTokens(db, userId, purposes);
  }
}

export function uselessToken(): UnprocessableError {
  return new UnprocessableError('This link has expired or was already used. Please request a new one.');
}
