import type { Registration } from '@atrium/contract/accounts/registration';
import type { Kysely } from 'kysely';
import type { Audit } from '../audit/audit.service.ts';
import type { Clock, Random } from '../clock.ts';
import { isUniqueViolation } from '../database/errors.ts';
import type { Database } from '../database/schema.ts';
import { UnprocessableError } from '../http/errors.ts';
import type { AccountMails } from './account-mails.service.ts';
import { type AttemptLimits, askingSubjects } from './attempt-limits.service.ts';
import { insertDomain } from './domains.repository.ts';
import type { OneTimeTokens } from './one-time-tokens.service.ts';
import type { Passwords } from './passwords.service.ts';
import { findUser, insertUser, updateUser } from './users.repository.ts';

export interface RegistrationsParts {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  audit: Audit;
  passwords: Passwords;
  limits: AttemptLimits;
  oneTimeTokens: OneTimeTokens;
  mails: AccountMails;
}

export interface Registrations {
  /**
   * Opens an account and its domain. With another person's e-mail address it does the very same work, so that
   * nothing tells the two apart: the account can then never be confirmed, and the owner of the address gets a mail.
   */
  register(registration: Registration, address: string, requestId: string): Promise<{ email: string }>;
  confirm(token: string, requestId: string): Promise<{ email: string }>;
  resend(name: string, address: string): Promise<void>;
}

export function createRegistrations(parts: RegistrationsParts): Registrations {
  const { db, clock, random, audit, passwords, limits, oneTimeTokens, mails } = parts;
  return {
    async register({ username, email, firstName, lastName, password }, address, requestId) {
      await limits.count(db, askingSubjects(address));
      const passwordHash = await passwords.hash(password);
      const userId = random.id();
      const domainId = random.id();
      const now = clock.now();
      try {
        await db.transaction().execute(async (transaction) => {
          await insertDomain(transaction, { id: domainId, name: username, created_on: now });
          await insertUser(transaction, {
            id: userId,
            domain_id: domainId,
            username,
            email,
            first_name: firstName,
            last_name: lastName,
            password_hash: passwordHash,
            // Who opens a domain writes its functions.
            roles: ['ROLE_DEV'],
            created_on: now,
          });
          await audit.record(transaction, {
            caller: { userId, domainId, requestId },
            action: 'account.register',
            message: `Registered as ${username}`,
            after: { username, email, firstName, lastName },
          });
          await mails.request(transaction, { kind: 'registered', userId });
        });
      } catch (error) {
        throw usernameTaken(error);
      }
      return { email };
    },

    async confirm(token, requestId) {
      const used = await db
        .transaction()
        .execute(async (transaction) => {
          const proof = await oneTimeTokens.use(transaction, token, ['confirm', 'change-email']);
          const account = await findUser(transaction, proof.userId);
          if (account === undefined) throw new UnprocessableError('This account no longer exists.');
          const email = proof.email ?? account.email;
          if (proof.purpose === 'change-email' && account.pendingEmail !== email) {
            throw new UnprocessableError('Another e-mail address was asked for since this mail was sent.');
          }
          await updateUser(transaction, account, {
            email,
            email_confirmed_on: clock.now(),
            ...(proof.purpose === 'change-email' ? { pending_email: null } : {}),
          });
          // Links in the mailbox of the address before must neither choose a password nor bring that address back.
          await oneTimeTokens.revoke(transaction, account.userId, ['confirm', 'reset']);
          await audit.record(transaction, {
            caller: { ...account, requestId },
            action: 'account.confirm-email',
            message: `Confirmed the e-mail address ${email}`,
            before: { email: account.email },
            after: { email },
          });
          if (proof.purpose === 'change-email') {
            await mails.request(transaction, {
              kind: 'email-changed',
              userId: account.userId,
              oldEmail: account.email,
            });
          }
          return { email };
        })
        .catch((error: unknown) => {
          if (!isUniqueViolation(error, 'users_email')) throw error;
          throw new UnprocessableError('This e-mail address belongs to another account.');
        });
      return used;
    },

    async resend(name, address) {
      await limits.count(db, askingSubjects(address));
      await mails.request(db, { kind: 'confirmation-again', name });
    },
  };
}

/** The one thing that registering tells about other accounts. */
export function usernameTaken(error: unknown): unknown {
  if (!isUniqueViolation(error, 'users_username')) return error;
  const message = 'This username is taken. Please choose another one.';
  return new UnprocessableError(message, { fields: [{ field: 'username', defaultMessage: message }] });
}
