import type { Registration } from '@atrium/contract/accounts/registration';
import { onDuplicate } from '@atrium/host/database/errors';
import { UnprocessableError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Audit } from '../../audit/audit.service.ts';
import type { Clock, Random } from '../../clock.ts';
import type { Database } from '../../database/schema.ts';
import { domainRequester } from '../../mail/mail.service.ts';
import type { TokenPurpose } from '../accounts.tables.ts';
import { listSessionIdsOfYoungerDevices } from '../devices/device-session.repository.ts';
import { insertDomain } from '../domains/domain.repository.ts';
import type { AccountMails } from '../mails/account-mail.service.ts';
import { findUser, insertUser, updateUser } from '../people/user.repository.ts';
import type { AttemptLimits } from './attempt-limit.service.ts';
import { addressSubject } from './attempt-subjects.ts';
import { refuseGuessablePassword } from './guessable-password.ts';
import type { OneTimeTokens } from './one-time-token.service.ts';
import type { Passwords } from './password.service.ts';

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

const CONFIRMING: readonly TokenPurpose[] = ['confirm', 'change-email'];

export class Registrations {
  readonly #parts: RegistrationsParts;

  constructor(parts: RegistrationsParts) {
    this.#parts = parts;
  }

  /**
   * Opens an account and its domain. With another person's e-mail address it does the same work, so that the two cannot
   * be told apart: the account can then never be confirmed, and the owner of the address gets a mail.
   */
  async register(
    { username, email, firstName, lastName, password }: Registration,
    address: string,
    requestId: string,
  ): Promise<{ email: string }> {
    const { db, clock, random, audit, passwords, limits, mails } = this.#parts;
    await limits.countAsking(db, address);
    await refuseGuessablePassword(password, { username, email });
    const passwordHash = await passwords.hash(password);
    const userId = random.id();
    const domainId = random.id();
    const now = clock.now();
    try {
      await db.transaction().execute(async (transaction) => {
        await insertDomain(transaction, { id: domainId, name: username, createdOn: now });
        await insertUser(transaction, {
          id: userId,
          domainId,
          username,
          email,
          firstName,
          lastName,
          passwordHash,
          // The opener of a domain writes its functions.
          roles: ['ROLE_DEV'],
          createdOn: now,
        });
        await audit.record(transaction, {
          caller: { userId, domainId, requestId },
          action: 'account.register',
          message: `Registered as ${username}`,
          after: { username, email, firstName, lastName },
        });
        await mails.request(transaction, { kind: 'registered', userId, requester: addressSubject(address) });
      });
    } catch (error) {
      onDuplicate(error, { usersUsername: usernameTaken() });
    }
    return { email };
  }

  /** A link that is opened again, as by a person after a mail scanner, finds its address confirmed. */
  async confirm(token: string, requestId: string): Promise<{ email: string; isRepeated?: true }> {
    try {
      return await this.#confirm(token, requestId);
    } catch (error) {
      const { db, oneTimeTokens } = this.#parts;
      const proof = await oneTimeTokens.findUsed(db, token, CONFIRMING);
      const account = proof && (await findUser(db, proof.userId));
      const isConfirmed = account?.isConfirmed && account.email === (proof?.email ?? account.email);
      if (!isConfirmed) throw error;
      return { email: account.email, isRepeated: true };
    }
  }

  async #confirm(token: string, requestId: string): Promise<{ email: string }> {
    const { db, clock, audit, oneTimeTokens, mails } = this.#parts;
    const used = await db
      .transaction()
      .execute(async (transaction) => {
        const proof = await oneTimeTokens.use(transaction, token, CONFIRMING);
        const account = await findUser(transaction, proof.userId);
        if (account === undefined) throw new UnprocessableError('This account no longer exists.');
        const email = proof.email ?? account.email;
        if (proof.purpose === 'change-email' && account.pendingEmail !== email) {
          throw new UnprocessableError(
            'A different e-mail address was requested after this e-mail was sent. Use the newest link.',
          );
        }
        await updateUser(transaction, account, {
          email,
          // An address stated by a provider stays stated: the mailbox is the provider's, and others can have an account
          // for it, too.
          emailConfirmedOn: clock.now(),
          ...(proof.purpose === 'change-email' ? { pendingEmail: null } : {}),
        });
        // Links in the mailbox of the previous address must neither set a password nor restore that address.
        await oneTimeTokens.revoke(transaction, account.userId, ['confirm', 'reset']);
        if (proof.sessionId !== null) {
          // A sign-in on a younger device may be a thief's, whose own notices must not restore their address. Notices
          // about this device or older ones stay: the thief may be the one changing the address.
          const about = await listSessionIdsOfYoungerDevices(transaction, account, proof.sessionId);
          await oneTimeTokens.revokeNotices(transaction, account.userId, { othersThan: email, about });
        }
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
            requester: domainRequester(account.domainId),
          });
        }
        return { email };
      })
      .catch((error: unknown) => {
        onDuplicate(error, {
          usersEmail: new UnprocessableError('This e-mail address is already used by another account.'),
        });
      });
    return used;
  }

  async resend(name: string, address: string): Promise<void> {
    const { db, limits, mails } = this.#parts;
    await limits.countAsking(db, address);
    await mails.request(db, { kind: 'confirmation-again', name, requester: addressSubject(address) });
  }
}

/** The one thing that registration reveals about other accounts. */
export function usernameTaken(): UnprocessableError {
  const message = 'This username is taken. Please choose another one.';
  return new UnprocessableError(message, { fields: [{ field: 'username', defaultMessage: message }] });
}
