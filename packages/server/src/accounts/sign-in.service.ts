import type { Credentials } from '@atrium/contract/accounts/sign-in';
import { EMAIL_NOT_CONFIRMED } from '@atrium/contract/accounts/sign-in-reasons';
import { NotFoundError, UnprocessableError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Audit } from '../audit/audit.service.ts';
import type { Database } from '../database/schema.ts';
import type { Caller } from '../http/caller.ts';
import type { AttemptLimits } from './attempt-limit.service.ts';
import { accountSubject, addressSubject } from './attempt-subjects.ts';
import type { OneTimeTokens } from './one-time-token.service.ts';
import type { Passwords } from './password.service.ts';
import type { Device, Sessions, SignedInSession } from './session.service.ts';
import {
  type Account,
  findUnconfirmedUserByEmail,
  findUser,
  findUserByEmail,
  findUserByUsername,
} from './user.repository.ts';

export interface SignInsParts {
  db: Kysely<Database>;
  audit: Audit;
  passwords: Passwords;
  limits: AttemptLimits;
  oneTimeTokens: OneTimeTokens;
  sessions: Sessions;
}

const SsoToken = z.object({ token: z.string() });

export class SignIns {
  readonly #parts: SignInsParts;

  constructor(parts: SignInsParts) {
    this.#parts = parts;
  }

  async login(credentials: Credentials, device: Device): Promise<SignedInSession> {
    const { db, limits, sessions } = this.#parts;
    const account = accountSubject(credentials.username);
    const subjects = [account, addressSubject(device.address)];
    await limits.check(db, subjects);
    const found = await this.#findByPassword(credentials);
    if (found === undefined) {
      await limits.count(db, subjects);
      throw new UnprocessableError('Wrong username or password.');
    }
    return db.transaction().execute(async (transaction) => {
      // Again, because guesses made at the same time may have used up the attempts in the meantime.
      await limits.check(transaction, subjects);
      if (!found.isConfirmed) {
        throw new UnprocessableError(
          'Please confirm your e-mail address first: open the link in the e-mail we sent you.',
          { details: { reason: EMAIL_NOT_CONFIRMED } },
        );
      }
      await limits.clear(transaction, account);
      return sessions.start(transaction, found, device);
    });
  }

  /** Takes base64 of the JSON `{token}`. */
  async loginWithToken(encoded: string, device: Device, requestId: string): Promise<SignedInSession> {
    const { db, audit, oneTimeTokens, sessions } = this.#parts;
    const token = decodeSsoToken(encoded);
    return db.transaction().execute(async (transaction) => {
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
      return sessions.start(transaction, account, device, impersonatorId ?? undefined);
    });
  }

  async createCustomToken(caller: Caller, userId: string): Promise<{ token: string }> {
    const { db, oneTimeTokens } = this.#parts;
    const account = await findUser(db, userId);
    if (account === undefined || !account.isConfirmed || !maySignInAs(caller, account)) {
      throw new NotFoundError('There is no such user.');
    }
    const token = await oneTimeTokens.issue(db, 'custom-login', account.userId, {
      issuerId: caller.impersonatorId ?? caller.userId,
    });
    return { token };
  }

  /** Tries each account that a name may mean; if there is none, the same work is done for no account. */
  async #findByPassword({ username, password }: Credentials): Promise<Account | undefined> {
    const { db, passwords } = this.#parts;
    const candidates = username.includes('@')
      ? [await findUserByEmail(db, username), await findUnconfirmedUserByEmail(db, username)]
      : [await findUserByUsername(db, username)];
    let found: Account | undefined;
    for (const candidate of candidates) {
      const matches = await passwords.matches(candidate?.passwordHash, password);
      if (matches) found ??= candidate;
    }
    return found;
  }
}

/** Oneself, one's own child, or anyone for an administrator. */
function maySignInAs(caller: Caller, account: Account): boolean {
  if (account.userId === caller.userId || caller.isAdmin) return true;
  return account.parentId === caller.userId && account.domainId === caller.domainId;
}

function decodeSsoToken(encoded: string): string {
  try {
    return SsoToken.parse(JSON.parse(Buffer.from(encoded, 'base64').toString('utf8'))).token;
  } catch {
    throw new UnprocessableError('This sign-in token is not valid.');
  }
}
