import { ACTING_SECONDS } from '@atrium/contract/customers/customer-acting';
import { ForbiddenError, NotFoundError, UnprocessableError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Audit } from '../../audit/audit.service.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/schema.ts';
import type { Caller } from '../../http/caller.ts';
import type { Device } from '../devices/known-device.service.ts';
import { findOwnUser, type UserKey } from '../people/user.repository.ts';
import { isOpen, type OpenedSessions } from '../sessions/opened-session.service.ts';
import { updateOpenRefreshTokensUsed } from '../sessions/refresh-token.repository.ts';
import {
  findSessionOfToken,
  findWaitingSession,
  updateSessionsEnded,
} from '../sessions/session.repository.ts';
import type { Sessions, SignedInSession } from '../sessions/session.service.ts';
import { updateSessionConfirmed } from '../sessions/session-confirmation.repository.ts';
import { hashToken } from '../sign-in/one-time-token.service.ts';

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  audit: Audit;
  sessions: Sessions;
  openedSessions: OpenedSessions;
}

/** Administrators' sessions as customers, in their own browser. */
export class Acting {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** A session as the person, which ends with the administrator's own and after an hour. */
  async start(caller: Caller, person: UserKey, reason: string, device: Device): Promise<SignedInSession> {
    const { db, clock, audit, sessions, openedSessions } = this.#parts;
    return db.transaction().execute(async (transaction) => {
      const { sessionId } = caller;
      const opener = sessionId === null ? {} : await openedSessions.findOpener(transaction, sessionId);
      if (sessionId === null || opener.sessionId !== undefined || opener.keyId !== undefined) {
        throw new ForbiddenError('Only an administrator who has signed in themselves can act as others.');
      }
      const account = await findOwnUser(transaction, person);
      if (account === undefined) throw new NotFoundError();
      if (account.isAdmin) throw new UnprocessableError('No one can act as an administrator.');
      if (!account.isConfirmed) {
        throw new UnprocessableError(`${account.username} has not confirmed their e-mail address yet.`);
      }
      const { userId, domainId } = account;
      await audit.record(transaction, {
        caller: { ...caller, userId, domainId, impersonatorId: caller.userId },
        action: 'customer.act-as',
        message: `Acts as ${account.username}: ${reason}`,
      });
      const started = await sessions.start(transaction, account, device, {
        impersonatorId: caller.userId,
        openedBySessionId: sessionId,
        endsBy: new Date(clock.now().getTime() + ACTING_SECONDS * 1000),
        isActing: true,
      });
      await openedSessions.requireOpen(transaction, sessionId);
      return started;
    });
  }

  /**
   * Ends a session as another person. Returns its opener's session, if it was waiting in the same browser; returning to
   * it requires another confirmation.
   */
  async stop(caller: Caller, refreshToken: string): Promise<SignedInSession | undefined> {
    const { db, clock, audit, sessions } = this.#parts;
    return db.transaction().execute(async (transaction) => {
      const hash = hashToken(refreshToken);
      const opener = await findWaitingSession(transaction, hash);
      const session = await findSessionOfToken(transaction, hash);
      if (caller.impersonatorId === undefined || session === undefined || session.id !== caller.sessionId) {
        throw new UnprocessableError('You are not acting as another person here.');
      }
      const end = { on: clock.now(), because: 'stopped acting' };
      await updateSessionsEnded(transaction, session, { id: session.id }, end);
      await audit.record(transaction, {
        caller,
        action: 'customer.stop-acting',
        message: 'Stopped acting as the customer',
      });
      if (opener === undefined || !isOpen(opener, clock.now())) return undefined;
      const account = await findOwnUser(transaction, opener);
      if (account === undefined) return undefined;
      await updateSessionConfirmed(transaction, opener, opener.id, null);
      // The browser exchanged this token for the session as the person, so that a later use of it must be a copy.
      const givenUp = await updateOpenRefreshTokensUsed(transaction, opener.id, clock.now());
      return sessions.giveTokens(transaction, account, opener, givenUp);
    });
  }
}
