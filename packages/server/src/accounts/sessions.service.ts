import type { Session } from '@atrium/contract/accounts/sessions';
import type { SignedInAnswer } from '@atrium/contract/accounts/sign-in';
import type { Kysely } from 'kysely';
import type { Audit } from '../audit/audit.service.ts';
import type { Clock, Random } from '../clock.ts';
import type { Database, Store } from '../database/schema.ts';
import type { Caller } from '../http/caller.ts';
import { NotFoundError, UnauthenticatedError } from '../http/errors.ts';
import { hashToken } from './one-time-tokens.service.ts';
import {
  findRefreshToken,
  findSession,
  findSessionOfToken,
  hasUsedSuccessor,
  insertRefreshToken,
  insertSession,
  listOpenSessions,
  type RefreshToken,
  updateRefreshTokenUsed,
  updateSessionsEnded,
  updateSessionUse,
} from './sessions.repository.ts';
import type { Tokens } from './tokens.service.ts';
import { type Account, findOwnUser, toUser, type UserKey } from './users.repository.ts';

const DAY_MS = 86_400_000;
/** A session that is not used for this long is over. */
const IDLE_DAYS = 14;
/** However much it is used, a session is over after this long. */
const LONGEST_DAYS = 90;
/** A page that goes away, or a lost connection, loses an answer: so long its token may be used once more. */
const LOST_ANSWER_MS = 30_000;
const SHOWN_USER_AGENT_LENGTH = 400;

/** Where a sign-in comes from. */
export interface Device {
  userAgent: string;
  address: string;
}

/** What a sign-in or a refresh gives: the answer, and the cookie's new value. */
export interface SignedInSession {
  answer: SignedInAnswer;
  refreshToken: string;
  expiresOn: Date;
}

export interface Sessions {
  /** Always a session of its own: nothing that the browser brought along is taken over. */
  start(db: Store, account: Account, device: Device, impersonatorId?: string): Promise<SignedInSession>;
  /**
   * Gives a new pair for a refresh token. Once more for the same token, soon, while nobody has used what was given for
   * it: the answer was lost. Two holders of one session end it, when the second of them comes: one of them stole it.
   */
  refresh(refreshToken: string): Promise<SignedInSession>;
  /** Ends the session of a refresh token, whether the token is still good or not. */
  logout(refreshToken: string): Promise<void>;
  list(caller: Caller): Promise<Session[]>;
  end(caller: Caller, sessionId: string): Promise<void>;
  endAll(db: Store, user: UserKey, because: string, except?: string | null): Promise<void>;
}

export interface SessionsParts {
  db: Kysely<Database>;
  tokens: Tokens;
  clock: Clock;
  random: Random;
  audit: Audit;
}

export function createSessions({ db, tokens, clock, random, audit }: SessionsParts): Sessions {
  async function giveTokens(
    store: Store,
    account: Account,
    session: { id: string; createdOn: Date; impersonatorId?: string | null },
    givenFor: Buffer | null = null,
  ): Promise<SignedInSession> {
    const now = clock.now();
    const expiresOn = new Date(
      Math.min(now.getTime() + IDLE_DAYS * DAY_MS, session.createdOn.getTime() + LONGEST_DAYS * DAY_MS),
    );
    const refreshToken = random.token();
    await insertRefreshToken(store, {
      hash: hashToken(refreshToken),
      sessionId: session.id,
      createdOn: now,
      expiresOn,
      givenFor,
    });
    await updateSessionUse(store, session.id, now, expiresOn);
    const { token, expiresAt } = await tokens.issueAccessToken(
      toCaller(account, session.id, session.impersonatorId),
    );
    return {
      answer: { token, expiresAt: expiresAt.toISOString(), user: toUser(account) },
      refreshToken,
      expiresOn,
    };
  }

  return {
    async start(store, account, device, impersonatorId) {
      const now = clock.now();
      const id = random.id();
      await insertSession(store, {
        id,
        domain_id: account.domainId,
        user_id: account.userId,
        impersonator_id: impersonatorId ?? null,
        user_agent: device.userAgent.slice(0, SHOWN_USER_AGENT_LENGTH),
        address: device.address,
        created_on: now,
        last_used_on: now,
        expires_on: now,
      });
      return giveTokens(store, account, { id, createdOn: now, impersonatorId: impersonatorId ?? null });
    },

    async refresh(refreshToken) {
      const hash = hashToken(refreshToken);
      const refreshed = await db.transaction().execute(async (transaction) => {
        const now = clock.now();
        const session = await findSessionOfToken(transaction, hash);
        const token = session && (await findRefreshToken(transaction, hash));
        if (!token || session.endedOn !== null || session.expiresOn <= now) return undefined;
        if (await hasTwoHolders(transaction, hash, token, now)) {
          await endOne(transaction, session, 'two held its refresh token');
          return undefined;
        }
        if (token.expiresOn <= now) return undefined;
        if (token.usedOn === null) await updateRefreshTokenUsed(transaction, hash, now);
        const account = await findOwnUser(transaction, session);
        return account && giveTokens(transaction, account, session, hash);
      });
      if (refreshed !== undefined) return refreshed;
      throw new UnauthenticatedError('Your session has ended. Please sign in again.');
    },

    async logout(refreshToken) {
      await db.transaction().execute(async (transaction) => {
        const session = await findSessionOfToken(transaction, hashToken(refreshToken));
        if (session !== undefined) await endOne(transaction, session, 'logout');
      });
    },

    async list(caller) {
      const sessions = await listOpenSessions(db, caller, clock.now());
      return sessions.map((session) => ({
        id: session.id,
        userAgent: session.userAgent,
        address: session.address,
        createdOn: session.createdOn.toISOString(),
        lastUsedOn: session.lastUsedOn.toISOString(),
        isCurrent: session.id === caller.sessionId,
      }));
    },

    async end(caller, sessionId) {
      const because = 'ended by the user';
      await db.transaction().execute(async (transaction) => {
        const session = await findSession(transaction, sessionId);
        const which = { id: sessionId };
        const ended = await updateSessionsEnded(transaction, caller, which, {
          on: clock.now(),
          because,
        });
        if (session === undefined || ended.length === 0) throw new NotFoundError();
        const { userAgent, address } = session;
        await audit.record(transaction, {
          caller,
          action: 'account.end-session',
          message: 'Ended a session',
          before: { id: sessionId, userAgent, address },
        });
      });
    },

    async endAll(store, user, because, except) {
      await updateSessionsEnded(store, user, { except: except ?? null }, { on: clock.now(), because });
    },
  };

  /** Whether somebody else went on with the session, from this token or from the one it was given for. */
  async function hasTwoHolders(
    store: Store,
    hash: Buffer,
    { usedOn, givenFor }: RefreshToken,
    now: Date,
  ): Promise<boolean> {
    if (usedOn === null) return givenFor !== null && hasUsedSuccessor(store, givenFor);
    return now.getTime() - usedOn.getTime() > LOST_ANSWER_MS || hasUsedSuccessor(store, hash);
  }

  async function endOne(store: Store, session: UserKey & { id: string }, because: string): Promise<void> {
    await updateSessionsEnded(store, session, { id: session.id }, { on: clock.now(), because });
  }
}

function toCaller(account: Account, sessionId: string, impersonatorId: string | null | undefined): Caller {
  const { userId, domainId, parentId, isAdmin, roles } = account;
  const caller: Caller = { userId, domainId, parentId, isAdmin, roles, sessionId };
  return impersonatorId ? { ...caller, impersonatorId } : caller;
}
