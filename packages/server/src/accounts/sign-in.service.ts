import { type Credentials, EMAIL_NOT_CONFIRMED } from '@atrium/contract/accounts/sign-in';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Audit } from '../audit/audit.service.ts';
import type { Database } from '../database/schema.ts';
import type { Caller } from '../http/caller.ts';
import { NotFoundError, UnprocessableError } from '../http/errors.ts';
import { type AttemptLimits, accountSubject, addressSubject } from './attempt-limits.service.ts';
import type { OneTimeTokens } from './one-time-tokens.service.ts';
import type { Passwords } from './passwords.service.ts';
import type { Device, Sessions, SignedInSession } from './sessions.service.ts';
import {
  type Account,
  findUnconfirmedUserByEmail,
  findUser,
  findUserByEmail,
  findUserByUsername,
} from './users.repository.ts';

export interface SignInsParts {
  db: Kysely<Database>;
  audit: Audit;
  passwords: Passwords;
  limits: AttemptLimits;
  oneTimeTokens: OneTimeTokens;
  sessions: Sessions;
}

export interface SignIns {
  login(credentials: Credentials, device: Device): Promise<SignedInSession>;
  /** Takes base64 of the JSON `{token}`. */
  loginWithToken(encoded: string, device: Device, requestId: string): Promise<SignedInSession>;
  createCustomToken(caller: Caller, userId: string): Promise<{ token: string }>;
}

const SsoToken = z.object({ token: z.string() });

export function createSignIns(parts: SignInsParts): SignIns {
  const { db, audit, passwords, limits, oneTimeTokens, sessions } = parts;

  /** Tries each account that a name may mean; where there is none, the same work is done for nobody. */
  async function findByPassword({ username, password }: Credentials): Promise<Account | undefined> {
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

  return {
    async login(credentials, device) {
      const account = accountSubject(credentials.username);
      const subjects = [account, addressSubject(device.address)];
      await limits.check(db, subjects);
      const found = await findByPassword(credentials);
      if (found === undefined) {
        await limits.count(db, subjects);
        throw new UnprocessableError('The username or password is wrong.');
      }
      return db.transaction().execute(async (transaction) => {
        // Again, because guesses made at the same time may have used up the attempts in the meantime.
        await limits.check(transaction, subjects);
        if (!found.isConfirmed) {
          throw new UnprocessableError(
            'Please confirm your e-mail address first: open the link in the mail that was sent to you.',
            { details: { reason: EMAIL_NOT_CONFIRMED } },
          );
        }
        await limits.clear(transaction, account);
        return sessions.start(transaction, found, device);
      });
    },

    async loginWithToken(encoded, device, requestId) {
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
    },

    async createCustomToken(caller, userId) {
      const account = await findUser(db, userId);
      if (account === undefined || !account.isConfirmed || !maySignInAs(caller, account)) {
        throw new NotFoundError('There is no such user.');
      }
      const token = await oneTimeTokens.issue(db, 'custom-login', account.userId, {
        issuerId: caller.impersonatorId ?? caller.userId,
      });
      return { token };
    },
  };
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
