import type { Kysely } from 'kysely';
import type { Audit } from '../audit/audit.service.ts';
import type { Clock } from '../clock.ts';
import { isUniqueViolation } from '../database/errors.ts';
import type { Database } from '../database/schema.ts';
import { UnprocessableError } from '../http/errors.ts';
import type { AccountMails } from './account-mails.service.ts';
import type { TokenPurpose } from './accounts.tables.ts';
import { type AttemptLimits, accountSubject, askingSubjects } from './attempt-limits.service.ts';
import type { OneTimeTokens } from './one-time-tokens.service.ts';
import type { Passwords } from './passwords.service.ts';
import type { Sessions } from './sessions.service.ts';
import { findUser, updateUser } from './users.repository.ts';

/** What the link of a mail that proves the address may do. */
const CHOOSE_PASSWORD: readonly TokenPurpose[] = ['reset', 'invite'];

export interface PasswordResetsParts {
  db: Kysely<Database>;
  clock: Clock;
  audit: Audit;
  passwords: Passwords;
  oneTimeTokens: OneTimeTokens;
  limits: AttemptLimits;
  mails: AccountMails;
  sessions: Sessions;
}

export interface PasswordResets {
  /** The same work whether or not the account exists: all else happens where the mail is written. */
  forgot(email: string, address: string): Promise<void>;
  /** With the token of a reset mail or of an invitation. Ends all sessions. */
  reset(token: string, password: string, requestId: string): Promise<void>;
}

export function createPasswordResets(parts: PasswordResetsParts): PasswordResets {
  const { db, clock, audit, passwords, oneTimeTokens, limits, mails, sessions } = parts;
  return {
    async forgot(email, address) {
      await limits.count(db, askingSubjects(address));
      await mails.request(db, { kind: 'forgotten', email });
    },

    async reset(token, password, requestId) {
      // First, so that made-up tokens cost no hash.
      await oneTimeTokens.check(db, token, CHOOSE_PASSWORD);
      const passwordHash = await passwords.hash(password);
      const change = db.transaction().execute(async (transaction) => {
        const { userId, purpose } = await oneTimeTokens.use(transaction, token, CHOOSE_PASSWORD);
        const account = await findUser(transaction, userId);
        if (account === undefined) throw new UnprocessableError('This account no longer exists.');
        await updateUser(transaction, account, {
          password_hash: passwordHash,
          // Whoever asked for another address may be the one that the owner shuts out by this.
          pending_email: null,
          // Only the owner of the mailbox has the link.
          ...(account.isConfirmed ? {} : { email_confirmed_on: clock.now() }),
        });
        await oneTimeTokens.revoke(transaction, userId, [...CHOOSE_PASSWORD, 'custom-login', 'change-email']);
        await sessions.endAll(transaction, account, 'the password was reset');
        await limits.clear(transaction, accountSubject(account.username));
        await limits.clear(transaction, accountSubject(account.email));
        await audit.record(transaction, {
          caller: { ...account, requestId },
          action: purpose === 'invite' ? 'account.accept-invitation' : 'account.reset-password',
          message:
            purpose === 'invite' ? `${account.username} accepted the invitation` : 'Reset the password',
        });
        if (purpose === 'reset') await mails.request(transaction, { kind: 'password-changed', userId });
      });
      await change.catch((error: unknown) => {
        if (!isUniqueViolation(error, 'users_email')) throw error;
        throw new UnprocessableError('This e-mail address belongs to another account.');
      });
    },
  };
}
