import type { Session } from '@atrium/contract/accounts/sessions';
import type { SignedInResponse } from '@atrium/contract/accounts/sign-in';
import { NotFoundError, UnauthenticatedError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Audit } from '../../audit/audit.service.ts';
import type { Clock, Random } from '../../clock.ts';
import type { Database, Store } from '../../database/schema.ts';
import type { Caller } from '../../http/caller.ts';
import type { DeviceNotices } from '../devices/device-notice.service.ts';
import type { Device, KnownDevices } from '../devices/known-device.service.ts';
import type { Permissions } from '../people/permission.service.ts';
import { toUser } from '../people/to-user.ts';
import { type Account, findActor, findOwnUser, type UserKey } from '../people/user.repository.ts';
import { hashToken } from '../sign-in/one-time-token.service.ts';
import type { DomainLocks } from '../support/domain-lock.service.ts';
import { isOpen, isOpenerOpen } from './opened-session.service.ts';
import {
  findRefreshToken,
  hasUsedSuccessor,
  insertRefreshToken,
  type RefreshToken,
  updateRefreshTokenUsed,
} from './refresh-token.repository.ts';
import {
  findSessionHeld,
  findSessionOfToken,
  findWaitingSession,
  insertSession,
  listOpenSessions,
  type SessionRow,
  updateSessionDevice,
  updateSessionsEnded,
  updateSessionUse,
} from './session.repository.ts';
import { describeSession } from './session-description.ts';
import type { TokenHolder, Tokens } from './token.service.ts';

const DAY_MS = 86_400_000;
/** A session that is not used for this long is over. */
const IDLE_DAYS = 14;
/** However much it is used, a session is over after this long. */
const LONGEST_DAYS = 90;
/** A page that closes, or a lost connection, loses a response: for so long its token may be used again. */
const LOST_RESPONSE_MS = 30_000;
const SHOWN_USER_AGENT_LENGTH = 400;

/** Origin of a session. */
export interface SessionStart {
  impersonatorId?: string | undefined;
  /** The session or the access key that it was opened with: it ends with that. */
  openedBySessionId?: string | null;
  openedByKeyId?: string | null;
  endsBy?: Date | null;
  /** Set if stopping it leads back to the session that opened it. */
  isActing?: boolean;
  /** Set if the person gave their password for it. */
  isConfirmed?: boolean;
  /** Time of the proof of identity, unless it was just now. */
  confirmedOn?: Date | null;
  /** The sign-in with an identity provider that it begins with. */
  providerSignInId?: string | null;
}

/** The result of a sign-in or a refresh: the response, and the cookie's new value. */
export interface SignedInSession {
  answer: SignedInResponse;
  refreshToken: string;
  expiresOn: Date;
  /** The device cookie's new value, if there is one. */
  deviceToken?: string | undefined;
}

export interface SessionsParts {
  permissions: Permissions;
  db: Kysely<Database>;
  tokens: Tokens;
  clock: Clock;
  random: Random;
  audit: Audit;
  devices: KnownDevices;
  deviceNotices: DeviceNotices;
  locks: DomainLocks;
}

export class Sessions {
  readonly #parts: SessionsParts;

  constructor(parts: SessionsParts) {
    this.#parts = parts;
  }

  /** Always a new session: nothing that the browser brought along is reused. */
  async start(
    transaction: Store,
    account: Account,
    { userAgent: sent, address, token }: Device,
    { impersonatorId, isConfirmed = false, ...opened }: SessionStart = {},
  ): Promise<SignedInSession> {
    const { clock, random, devices, deviceNotices, locks } = this.#parts;
    // However someone signs in, it comes through here.
    await locks.requireOpen(transaction, account.domainId);
    const now = clock.now();
    const id = random.id();
    const userAgent = sent.slice(0, SHOWN_USER_AGENT_LENGTH);
    // An impersonator's device is not a device of the person.
    const remembered =
      impersonatorId === undefined
        ? await devices.remember(transaction, account, { token, userAgent, address })
        : undefined;
    await insertSession(transaction, {
      id,
      domainId: account.domainId,
      userId: account.userId,
      impersonatorId: impersonatorId ?? null,
      userAgent,
      address,
      createdOn: now,
      lastUsedOn: now,
      expiresOn: now,
      deviceId: remembered?.deviceId ?? null,
      confirmedOn: isConfirmed ? now : null,
      ...opened,
    });
    if (remembered !== undefined) await deviceNotices.request(transaction, account, id, remembered.isKnown);
    const { endsBy = null } = opened;
    const session = { id, createdOn: now, impersonatorId: impersonatorId ?? null, endsBy };
    const given = await this.giveTokens(transaction, account, session);
    return { ...given, deviceToken: remembered?.deviceToken };
  }

  /**
   * Returns a new pair for a refresh token. A second time for the same token, within a short time and while the first
   * pair is unused: then the response was lost. If two holders use one session, it ends when the second one comes: one
   * of them stole it. A device without a cookie gets one, because its session shows that it signed in before.
   */
  async refresh(refreshToken: string, deviceToken: string | undefined): Promise<SignedInSession> {
    const { db, clock } = this.#parts;
    const hash = hashToken(refreshToken);
    const refreshed = await db.transaction().execute(async (transaction) => {
      const now = clock.now();
      const session = await findSessionOfToken(transaction, hash);
      const token = session && (await findRefreshToken(transaction, hash));
      if (!token || !isOpen(session, now)) return undefined;
      if (await this.#hasTwoHolders(transaction, hash, token, now)) {
        await this.endOne(transaction, session, 'two held its refresh token');
        await this.#parts.audit.record(transaction, {
          caller: { userId: null, domainId: session.domainId },
          action: 'account.session-stolen',
          message: 'Ended a session because two browsers continued it: one of them had copied it',
          before: { id: session.id, userAgent: session.userAgent, address: session.address },
        });
        return undefined;
      }
      if (token.expiresOn <= now) return undefined;
      if (!(await isOpenerOpen(transaction, session, now))) {
        await this.endOne(transaction, session, 'what it was opened with has ended');
        return undefined;
      }
      if (token.usedOn === null) await updateRefreshTokenUsed(transaction, hash, now);
      const account = await findOwnUser(transaction, session);
      if (account === undefined) return undefined;
      const given = await this.giveTokens(transaction, account, session, hash);
      if (deviceToken !== undefined || session.impersonatorId !== null) return given;
      return { ...given, deviceToken: await this.#rememberDevice(transaction, session) };
    });
    if (refreshed !== undefined) return refreshed;
    throw new UnauthenticatedError('Your session has ended. Please sign in again.');
  }

  /**
   * Ends the session of a refresh token, whether the token is still valid or not; and the administrator's own that waits
   * in the same browser, because nothing there could end it later.
   */
  async logout(refreshToken: string, requestId: string): Promise<void> {
    await this.#parts.db.transaction().execute(async (transaction) => {
      const hash = hashToken(refreshToken);
      const waiting = await findWaitingSession(transaction, hash);
      const session = await findSessionOfToken(transaction, hash);
      if (session === undefined || session.endedOn !== null) return;
      await this.#signOut(transaction, session, requestId);
      if (waiting !== undefined) await this.endOne(transaction, waiting, 'logout while acting');
    });
  }

  /** Ends the session of an access token, as a program has it without the cookie. Throws UnauthenticatedError for any other. */
  async logoutOfAccessToken(accessToken: string, requestId: string): Promise<void> {
    const { db, tokens } = this.#parts;
    const { sessionId } = await tokens.verifyAccessToken(accessToken);
    if (sessionId === null) throw new UnauthenticatedError();
    await db.transaction().execute(async (transaction) => {
      const session = await findSessionHeld(transaction, sessionId);
      if (session === undefined || session.endedOn !== null) return;
      await this.#signOut(transaction, session, requestId);
    });
  }

  async #signOut(transaction: Store, session: SessionRow, requestId: string): Promise<void> {
    await this.endOne(transaction, session, 'logout');
    await this.#parts.audit.record(transaction, {
      caller: { ...ownerOf(session), requestId },
      action: 'account.sign-out',
      message: 'Signed out',
      before: { id: session.id, userAgent: session.userAgent, address: session.address },
    });
  }

  /** Sessions of the caller, and sessions that the caller opened as others. */
  async list(caller: Caller): Promise<Session[]> {
    const { db, clock } = this.#parts;
    const sessions = await listOpenSessions(db, caller, clock.now());
    return sessions.map((session) => describeSession(session, caller));
  }

  async end(caller: Caller, sessionId: string): Promise<void> {
    const { db, clock, audit } = this.#parts;
    const now = clock.now();
    await db.transaction().execute(async (transaction) => {
      const [session] = await listOpenSessions(transaction, caller, now, sessionId);
      if (session === undefined) throw new NotFoundError();
      const { userAgent, address, domainId } = session;
      await this.endOne(transaction, session, 'ended by the user');
      await audit.record(transaction, {
        caller: { ...caller, domainId },
        action: 'account.end-session',
        message: 'Ended a session',
        before: { id: sessionId, userAgent, address },
      });
    });
  }

  async endAll(transaction: Store, user: UserKey, because: string, except?: string | null): Promise<void> {
    await updateSessionsEnded(
      transaction,
      user,
      { except: except ?? null },
      { on: this.#parts.clock.now(), because },
    );
  }

  /** An access token, and the refresh token that continues the session. */
  async giveTokens(
    transaction: Store,
    account: Account,
    session: Pick<SessionRow, 'id' | 'createdOn' | 'impersonatorId' | 'endsBy'>,
    givenFor: Buffer | null = null,
  ): Promise<SignedInSession> {
    const { tokens, clock, random, permissions } = this.#parts;
    const now = clock.now();
    const expiresOn = new Date(
      Math.min(
        now.getTime() + IDLE_DAYS * DAY_MS,
        session.createdOn.getTime() + LONGEST_DAYS * DAY_MS,
        session.endsBy?.getTime() ?? Number.POSITIVE_INFINITY,
      ),
    );
    const refreshToken = random.token();
    await insertRefreshToken(transaction, {
      tokenHash: hashToken(refreshToken),
      sessionId: session.id,
      createdOn: now,
      expiresOn,
      givenFor,
    });
    await updateSessionUse(transaction, session.id, now, expiresOn);
    const held = await permissions.get(account, transaction);
    const { token, expiresAt } = await tokens.issueAccessToken(
      toHolder(account, session.id, session.impersonatorId),
    );
    return {
      answer: {
        token,
        expiresAt: expiresAt.toISOString(),
        user: toUser(account, held.permissions, now, await findActor(transaction, session.impersonatorId)),
      },
      refreshToken,
      expiresOn,
    };
  }

  async #rememberDevice(transaction: Store, session: SessionRow): Promise<string> {
    const { userAgent, address } = session;
    const device = { userAgent, address, token: undefined };
    const { deviceId, deviceToken } = await this.#parts.devices.remember(transaction, session, device);
    await updateSessionDevice(transaction, session.id, deviceId);
    return deviceToken;
  }

  /** Whether someone else continued the session, from this token or from the one it replaced. */
  async #hasTwoHolders(
    transaction: Store,
    hash: Buffer,
    { usedOn, givenFor }: RefreshToken,
    now: Date,
  ): Promise<boolean> {
    if (usedOn === null) return givenFor !== null && hasUsedSuccessor(transaction, givenFor);
    return now.getTime() - usedOn.getTime() > LOST_RESPONSE_MS || hasUsedSuccessor(transaction, hash);
  }

  /** Ends a session, and the sessions that it opened. */
  async endOne(transaction: Store, session: UserKey & { id: string }, because: string): Promise<void> {
    await updateSessionsEnded(
      transaction,
      session,
      { id: session.id },
      { on: this.#parts.clock.now(), because },
    );
  }
}

/** User of the log entries about a session. */
function ownerOf({ userId, domainId, impersonatorId }: SessionRow) {
  return { userId, domainId, ...(impersonatorId !== null && { impersonatorId }) };
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
