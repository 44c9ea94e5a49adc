import type { User, UserPatch } from '@atrium/contract/accounts/user';
import type { Kysely } from 'kysely';
import type { Audit } from '../audit/audit.service.ts';
import type { Database, Store } from '../database/schema.ts';
import type { Caller } from '../http/caller.ts';
import { UnauthenticatedError, UnprocessableError } from '../http/errors.ts';
import type { AccountMails } from './account-mails.service.ts';
import { type AttemptLimits, accountSubject } from './attempt-limits.service.ts';
import type { OneTimeTokens } from './one-time-tokens.service.ts';
import type { Passwords } from './passwords.service.ts';
import type { Sessions } from './sessions.service.ts';
import { type Account, findOwnUser, toUser, updateUser } from './users.repository.ts';

export interface ProfilesParts {
  db: Kysely<Database>;
  audit: Audit;
  passwords: Passwords;
  limits: AttemptLimits;
  oneTimeTokens: OneTimeTokens;
  mails: AccountMails;
  sessions: Sessions;
}

export interface Profiles {
  getUser(caller: Caller): Promise<User>;
  updateUser(caller: Caller, patch: UserPatch): Promise<User>;
  /** The new address counts once the link sent to it is opened. */
  changeEmail(caller: Caller, email: string, password: string): Promise<User>;
  /** Ends all other sessions. */
  changePassword(caller: Caller, currentPassword: string, password: string): Promise<void>;
}

export function createProfiles(parts: ProfilesParts): Profiles {
  const { db, audit, passwords, limits, oneTimeTokens, mails, sessions } = parts;

  async function getAccount(store: Store, caller: Caller): Promise<Account> {
    const account = await findOwnUser(store, caller);
    // The account was removed after the token was given.
    if (account === undefined) throw new UnauthenticatedError();
    return account;
  }

  /** A stolen session must not be enough to take an account over. */
  async function checkPassword(caller: Caller, password: string, field: string): Promise<Account> {
    const account = await getAccount(db, caller);
    // Both names that a sign-in takes: who holds the session knows them.
    const subjects = [accountSubject(account.username), accountSubject(account.email)];
    await limits.check(db, subjects);
    if (await passwords.matches(account.passwordHash, password)) {
      // Again, because guesses made at the same time may have used up the attempts in the meantime.
      await limits.check(db, subjects);
      return account;
    }
    await limits.count(db, subjects);
    const message = 'The password is wrong.';
    throw new UnprocessableError(message, { fields: [{ field, defaultMessage: message }] });
  }

  return {
    getUser: async (caller) => toUser(await getAccount(db, caller)),

    updateUser: (caller, patch) =>
      db.transaction().execute(async (transaction) => {
        const before = await getAccount(transaction, caller);
        const changes = {
          ...(patch.firstName === undefined ? {} : { first_name: patch.firstName }),
          ...(patch.lastName === undefined ? {} : { last_name: patch.lastName }),
          ...(patch.params?.theme === undefined ? {} : { theme: patch.params.theme }),
        };
        if (Object.keys(changes).length === 0) return toUser(before);
        await updateUser(transaction, caller, changes);
        const after = await getAccount(transaction, caller);
        await audit.record(transaction, {
          caller,
          action: 'account.update',
          message: 'Changed the profile',
          before: namesAndTheme(before),
          after: namesAndTheme(after),
        });
        return toUser(after);
      }),

    async changeEmail(caller, email, password) {
      await checkPassword(caller, password, 'password');
      return db.transaction().execute(async (transaction) => {
        const { email: current, pendingEmail } = await getAccount(transaction, caller);
        await updateUser(transaction, caller, { pending_email: email });
        await oneTimeTokens.revoke(transaction, caller.userId, ['change-email']);
        await mails.request(transaction, { kind: 'change-email', userId: caller.userId, email });
        await audit.record(transaction, {
          caller,
          action: 'account.change-email',
          message: `Asked to use the e-mail address ${email}`,
          before: { email: current, pendingEmail },
          after: { email: current, pendingEmail: email },
        });
        return toUser(await getAccount(transaction, caller));
      });
    },

    async changePassword(caller, currentPassword, password) {
      await checkPassword(caller, currentPassword, 'currentPassword');
      const passwordHash = await passwords.hash(password);
      await db.transaction().execute(async (transaction) => {
        await updateUser(transaction, caller, { password_hash: passwordHash, pending_email: null });
        await oneTimeTokens.revoke(transaction, caller.userId, ['reset', 'custom-login', 'change-email']);
        await sessions.endAll(transaction, caller, 'the password was changed', caller.sessionId);
        await mails.request(transaction, { kind: 'password-changed', userId: caller.userId });
        await audit.record(transaction, {
          caller,
          action: 'account.change-password',
          message: 'Changed the password',
        });
      });
    },
  };
}

function namesAndTheme({ firstName, lastName, theme }: Account) {
  return { firstName, lastName, theme };
}
