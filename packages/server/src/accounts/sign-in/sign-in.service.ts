import { withAsciiHost } from '@atrium/contract/accounts/fields';
import type { Credentials, SecondStep } from '@atrium/contract/accounts/sign-in';
import { EMAIL_NOT_CONFIRMED } from '@atrium/contract/accounts/sign-in-reasons';
import { ForbiddenError, NotFoundError, UnprocessableError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Audit } from '../../audit/audit.service.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/schema.ts';
import type { Caller } from '../../http/caller.ts';
import type { Device, KnownDevices } from '../devices/known-device.service.ts';
import {
  type Account,
  findUnconfirmedUserByEmail,
  findUser,
  findUserByEmail,
  findUserByUsername,
} from '../people/user.repository.ts';
import type { FactorSignIns } from '../second-factors/factor-sign-in.service.ts';
import type { OpenedSessions } from '../sessions/opened-session.service.ts';
import type { Sessions, SignedInSession } from '../sessions/session.service.ts';
import { lockedError } from '../support/domain-lock.service.ts';
import type { AttemptLimits } from './attempt-limit.service.ts';
import { forgivenSubjects, type Guess, guessSubjects, nobodySubject } from './attempt-subjects.ts';
import { lockCompared } from './compared-password.ts';
import type { Confirmations } from './confirmation.service.ts';
import { lockAccount } from './lock-account.ts';
import type { OneTimeTokens } from './one-time-token.service.ts';
import type { Passwords } from './password.service.ts';
import type { SignInAttempt, SignInLog } from './sign-in-log.service.ts';

export interface SignInsParts {
  db: Kysely<Database>;
  clock: Clock;
  audit: Audit;
  passwords: Passwords;
  limits: AttemptLimits;
  oneTimeTokens: OneTimeTokens;
  sessions: Sessions;
  confirmations: Pick<Confirmations, 'require'>;
  factorSignIns: FactorSignIns;
  openedSessions: OpenedSessions;
  signInLog: SignInLog;
  devices: KnownDevices;
}

/** Long enough for an investigation; for longer work, impersonation can be started again. */
const IMPERSONATION_MS = 3_600_000;

/** Looked up where there is no account, so that it takes the same time. */
const NO_ID = '00000000-0000-0000-0000-000000000000';
const NOBODY = { userId: NO_ID, domainId: NO_ID };

const SsoToken = z.object({ token: z.string() });

export class SignIns {
  readonly #parts: SignInsParts;

  constructor(parts: SignInsParts) {
    this.#parts = parts;
  }

  /** Returns a session, or a challenge for the second factor. */
  async login(
    credentials: Credentials,
    device: Device,
    requestId: string,
  ): Promise<SignedInSession | SecondStep> {
    const { db, limits, factorSignIns } = this.#parts;
    const candidates = await this.#findCandidates(credentials.username);
    const guess = await this.#toGuess(credentials.username, candidates, device);
    const subjects = guessSubjects(guess);
    await limits.check(db, subjects);
    const found = await this.#findByPassword(candidates, credentials.password);
    if (found === undefined) {
      await limits.count(db, subjects);
      await this.#recordWrong({ account: firstOf(candidates), device, requestId }, subjects);
      throw wrongPassword();
    }
    const signedIn = await db.transaction().execute(async (transaction) => {
      // Again, because guesses made at the same time may have used up the attempts in the meantime.
      await limits.check(transaction, subjects);
      const account = await lockCompared(transaction, found);
      if (account === undefined) throw wrongPassword();
      const attempt = { account, device, requestId };
      if (!account.isConfirmed || account.isLocked) return { refused: attempt };
      await limits.clear(transaction, forgivenSubjects(guess));
      return { step: await factorSignIns.loginAfterFirstStep(transaction, attempt) };
    });
    return signedIn.step ?? this.#refuse(signedIn.refused);
  }

  /**
   * Refuses a correct password. Runs after its transaction, because holding a connection while waiting for another can
   * deadlock the pool.
   */
  async #refuse(attempt: SignInAttempt): Promise<never> {
    const { db, signInLog } = this.#parts;
    if (attempt.account.isConfirmed) {
      await signInLog.recordRefused(db, attempt, 'customer locked');
      throw lockedError();
    }
    await signInLog.recordRefused(db, attempt, 'address not confirmed');
    throw new UnprocessableError(
      'Please confirm your e-mail address first: open the link in the e-mail we sent you.',
      { details: { reason: EMAIL_NOT_CONFIRMED } },
    );
  }

  /** Writes and reads as much for an unknown name, so that the duration doesn't reveal whether an account exists. */
  async #recordWrong(
    { account, device, requestId }: Omit<SignInAttempt, 'account'> & { account: Account | undefined },
    subjects: readonly string[],
  ): Promise<void> {
    const { db, limits, signInLog } = this.#parts;
    const attempt = account && { account, device, requestId };
    const writeNothing = () => limits.count(db, [nobodySubject(device.address)]);
    await (attempt ? signInLog.recordRefused(db, attempt, 'wrong password') : writeNothing());
    if (!(await limits.hasRunOut(db, subjects))) return;
    await (attempt ? signInLog.recordStopped(db, attempt) : writeNothing());
  }

  /** Takes base64 of the JSON `{token}`. */
  async loginWithToken(encoded: string, device: Device, requestId: string): Promise<SignedInSession> {
    const { db, audit, oneTimeTokens, sessions, openedSessions, signInLog } = this.#parts;
    const token = decodeSsoToken(encoded);
    return db.transaction().execute(async (transaction) => {
      const { userId } = await oneTimeTokens.get(transaction, token, ['custom-login']);
      const known = await findUser(transaction, userId);
      if (known) await lockAccount(transaction, known);
      const used = await oneTimeTokens.use(transaction, token, ['custom-login']);
      const account = await findUser(transaction, used.userId);
      if (account === undefined || !account.isConfirmed) {
        throw new UnprocessableError('This account can no longer sign in.');
      }
      const impersonatorId = used.issuerId === account.userId ? null : used.issuerId;
      if (impersonatorId !== null) {
        await audit.record(transaction, {
          caller: { userId: impersonatorId, domainId: account.domainId, requestId },
          action: 'account.sign-in-as',
          message: `Signed in as ${account.username}`,
        });
      }
      if (impersonatorId === null) await signInLog.recordSignIn(transaction, { account, device, requestId });
      const started = await sessions.start(transaction, account, device, {
        impersonatorId: impersonatorId ?? undefined,
        openedBySessionId: used.issuerSessionId,
        openedByKeyId: used.issuerKeyId,
        endsBy: used.endsBy,
      });
      if (used.issuerSessionId !== null) await openedSessions.requireOpen(transaction, used.issuerSessionId);
      return started;
    });
  }

  /** Not in a session that was opened in this way itself: there are no chains of sessions. */
  async createCustomToken(caller: Caller, userId: string): Promise<{ token: string }> {
    const { db, clock, confirmations, oneTimeTokens, openedSessions } = this.#parts;
    const opener = caller.sessionId === null ? {} : await openedSessions.findOpener(db, caller.sessionId);
    if (caller.impersonatorId !== undefined || opener.sessionId !== undefined || opener.keyId !== undefined) {
      throw new ForbiddenError('This session was opened with a sign-in token, and cannot open another one.');
    }
    const account = await findUser(db, userId);
    if (account === undefined || !account.isConfirmed || !maySignInAs(caller, account)) {
      throw new NotFoundError('There is no such user.');
    }
    const isOwn = account.userId === caller.userId;
    // A stolen session is not a session of everyone else, too. A machine has none to confirm in.
    if (!isOwn && caller.sessionId !== null) await confirmations.require(caller);
    const ends = [
      caller.accessKey?.expiresAt?.getTime(),
      isOwn ? undefined : clock.now().getTime() + IMPERSONATION_MS,
    ].filter((time) => time !== undefined);
    const token = await oneTimeTokens.issue(db, 'custom-login', account.userId, {
      issuerId: caller.userId,
      issuerSessionId: caller.sessionId,
      issuerKeyId: caller.accessKey?.id ?? null,
      endsBy: ends.length === 0 ? null : new Date(Math.min(...ends)),
    });
    return { token };
  }

  /** The accounts that a name may mean: as many for a name that no one has. */
  async #findCandidates(username: string): Promise<(Account | undefined)[]> {
    const { db } = this.#parts;
    const email = withAsciiHost(username);
    return username.includes('@')
      ? [await findUserByEmail(db, email), await findUnconfirmedUserByEmail(db, email)]
      : [await findUserByUsername(db, username)];
  }

  async #toGuess(
    name: string,
    candidates: readonly (Account | undefined)[],
    { address, token }: Device,
  ): Promise<Guess> {
    const { db, devices } = this.#parts;
    const account = firstOf(candidates);
    const deviceId = await devices.find(db, account ?? NOBODY, token);
    return { userId: account?.userId, name, address, deviceId };
  }

  /** Tries each account that a name may mean; if there is none, the same work is done for no account. */
  async #findByPassword(
    candidates: readonly (Account | undefined)[],
    password: string,
  ): Promise<Account | undefined> {
    const { passwords } = this.#parts;
    let found: Account | undefined;
    for (const candidate of candidates) {
      const matches = await passwords.matches(candidate?.passwordHash, password);
      if (matches) found ??= candidate;
    }
    return found;
  }
}

function firstOf(candidates: readonly (Account | undefined)[]): Account | undefined {
  return candidates.find((candidate) => candidate !== undefined);
}

function wrongPassword(): UnprocessableError {
  return new UnprocessableError('Wrong username or password.');
}

/** Allowed for oneself, one's own child users, and for administrators anyone but administrators. */
function maySignInAs(caller: Caller, account: Account): boolean {
  if (account.userId === caller.userId || (caller.isAdmin && !account.isAdmin)) return true;
  return account.parentId === caller.userId && account.domainId === caller.domainId;
}

function decodeSsoToken(encoded: string): string {
  try {
    return SsoToken.parse(JSON.parse(Buffer.from(encoded, 'base64').toString('utf8'))).token;
  } catch {
    throw new UnprocessableError('This sign-in token is not valid.');
  }
}
