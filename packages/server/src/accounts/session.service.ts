import type { Session } from '@atrium/contract/accounts/sessions';
import type { SignedInAnswer } from '@atrium/contract/accounts/sign-in';
import { NotFoundError, UnauthenticatedError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Audit } from '../audit/audit.service.ts';
import type { Clock, Random } from '../clock.ts';
import type { Database, Store } from '../database/schema.ts';
import type { Caller } from '../http/caller.ts';
import { browserName } from './browser-name.ts';
import { hashToken } from './one-time-token.service.ts';
import type { Permissions } from './permission.service.ts';
import {
  findRefreshToken,
  hasUsedSuccessor,
  insertRefreshToken,
  type RefreshToken,
  updateRefreshTokenUsed,
} from './refresh-token.repository.ts';
import {
  findSession,
  findSessionOfToken,
  insertSession,
  listOpenSessions,
  updateSessionsEnded,
  updateSessionUse,
} from './session.repository.ts';
import type { TokenHolder, Tokens } from './token.service.ts';
import { type Account, findOwnUser, toUser, type UserKey } from './user.repository.ts';

const DAY_MS = 86_400_000;
/** A session that is not used for this long is over. */
const IDLE_DAYS = 14;
/** However much it is used, a session is over after this long. */
const LONGEST_DAYS = 90;
/** A page that closes, or a lost connection, loses a response: for so long its token may be used again. */
const LOST_ANSWER_MS = 30_000;
const SHOWN_USER_AGENT_LENGTH = 400;

/** Where a sign-in comes from. */
export interface Device {
  userAgent: string;
  address: string;
}

/** The result of a sign-in or a refresh: the response, and the cookie's new value. */
export interface SignedInSession {
  answer: SignedInAnswer;
  refreshToken: string;
  expiresOn: Date;
}

export interface SessionsParts {
  permissions: Permissions;
  db: Kysely<Database>;
  tokens: Tokens;
  clock: Clock;
  random: Random;
  audit: Audit;
}

export class Sessions {
  readonly #parts: SessionsParts;

  constructor(parts: SessionsParts) {
    this.#parts = parts;
  }

  /** Always a new session: nothing that the browser brought along is reused. */
  async start(
    store: Store,
    account: Account,
    device: Device,
    impersonatorId?: string,
  ): Promise<SignedInSession> {
    const { clock, random } = this.#parts;
    const now = clock.now();
    const id = random.id();
    await insertSession(store, {
      id,
      domainId: account.domainId,
      userId: account.userId,
      impersonatorId: impersonatorId ?? null,
      userAgent: device.userAgent.slice(0, SHOWN_USER_AGENT_LENGTH),
      address: device.address,
      createdOn: now,
      lastUsedOn: now,
      expiresOn: now,
    });
    return this.#giveTokens(store, account, { id, createdOn: now, impersonatorId: impersonatorId ?? null });
  }

  /**
   * Returns a new pair for a refresh token. A second time for the same token, within a short time and while the first
   * pair is unused: then the response was lost. If two holders use one session, it ends when the second one comes: one
   * of them stole it.
   */
  async refresh(refreshToken: string): Promise<SignedInSession> {
    const { db, clock } = this.#parts;
    const hash = hashToken(refreshToken);
    const refreshed = await db.transaction().execute(async (transaction) => {
      const now = clock.now();
      const session = await findSessionOfToken(transaction, hash);
      const token = session && (await findRefreshToken(transaction, hash));
      if (!token || session.endedOn !== null || session.expiresOn <= now) return undefined;
      if (await this.#hasTwoHolders(transaction, hash, token, now)) {
        await this.#endOne(transaction, session, 'two held its refresh token');
        return undefined;
      }
      if (token.expiresOn <= now) return undefined;
      if (token.usedOn === null) await updateRefreshTokenUsed(transaction, hash, now);
      const account = await findOwnUser(transaction, session);
      return account && this.#giveTokens(transaction, account, session, hash);
    });
    if (refreshed !== undefined) return refreshed;
    throw new UnauthenticatedError('Your session has ended. Please sign in again.');
  }

  /** Ends the session of a refresh token, whether the token is still valid or not. */
  async logout(refreshToken: string): Promise<void> {
    await this.#parts.db.transaction().execute(async (transaction) => {
      const session = await findSessionOfToken(transaction, hashToken(refreshToken));
      if (session !== undefined) await this.#endOne(transaction, session, 'logout');
    });
  }

  async list(caller: Caller): Promise<Session[]> {
    const { db, clock } = this.#parts;
    const sessions = await listOpenSessions(db, caller, clock.now());
    return sessions.map((session) => ({
      id: session.id,
      browser: browserName(session.userAgent),
      userAgent: session.userAgent,
      address: session.address,
      createdOn: session.createdOn.toISOString(),
      lastUsedOn: session.lastUsedOn.toISOString(),
      isCurrent: session.id === caller.sessionId,
    }));
  }

  async end(caller: Caller, sessionId: string): Promise<void> {
    const { db, clock, audit } = this.#parts;
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
  }

  async endAll(store: Store, user: UserKey, because: string, except?: string | null): Promise<void> {
    await updateSessionsEnded(
      store,
      user,
      { except: except ?? null },
      { on: this.#parts.clock.now(), because },
    );
  }

  async #giveTokens(
    store: Store,
    account: Account,
    session: { id: string; createdOn: Date; impersonatorId?: string | null },
    givenFor: Buffer | null = null,
  ): Promise<SignedInSession> {
    const { tokens, clock, random, permissions } = this.#parts;
    const now = clock.now();
    const expiresOn = new Date(
      Math.min(now.getTime() + IDLE_DAYS * DAY_MS, session.createdOn.getTime() + LONGEST_DAYS * DAY_MS),
    );
    const refreshToken = random.token();
    await insertRefreshToken(store, {
      tokenHash: hashToken(refreshToken),
      sessionId: session.id,
      createdOn: now,
      expiresOn,
      givenFor,
    });
    await updateSessionUse(store, session.id, now, expiresOn);
    const held = await permissions.of(account, store);
    const { token, expiresAt } = await tokens.issueAccessToken(
      toHolder(account, session.id, session.impersonatorId),
    );
    return {
      answer: { token, expiresAt: expiresAt.toISOString(), user: toUser(account, held.permissions) },
      refreshToken,
      expiresOn,
    };
  }

  /** Whether someone else continued the session, from this token or from the one it replaced. */
  async #hasTwoHolders(
    store: Store,
    hash: Buffer,
    { usedOn, givenFor }: RefreshToken,
    now: Date,
  ): Promise<boolean> {
    if (usedOn === null) return givenFor !== null && hasUsedSuccessor(store, givenFor);
    return now.getTime() - usedOn.getTime() > LOST_ANSWER_MS || hasUsedSuccessor(store, hash);
  }

  async #endOne(store: Store, session: UserKey & { id: string }, because: string): Promise<void> {
    await updateSessionsEnded(store, session, { id: session.id }, { on: this.#parts.clock.now(), because });
  }
}

function toHolder(
  account: Account,
  sessionId: string,
  impersonatorId: string | null | undefined,
): TokenHolder {
  const { userId, domainId, parentId, isAdmin, roles } = account;
  const holder = { userId, domainId, parentId, isAdmin, roles, sessionId };
  return impersonatorId ? { ...holder, impersonatorId } : holder;
}
