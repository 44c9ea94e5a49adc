import type { checkPasswordReset } from '@atrium/contract/accounts/password';
import type { EndpointResponse } from '@atrium/contract/endpoint';
import { onDuplicate } from '@atrium/host/database/errors';
import { NotFoundError, UnprocessableError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Audit } from '../../audit/audit.service.ts';
import type { Clock } from '../../clock.ts';
import type { Database, Store } from '../../database/schema.ts';
import { domainRequester } from '../../mail/mail.service.ts';
import type { TokenPurpose } from '../accounts.tables.ts';
import type { AccountMails } from '../mails/account-mail.service.ts';
import { inviterName } from '../people/person-names.ts';
import {
  type Account,
  findUser,
  findUserByUsername,
  type UserKey,
  updateUser,
} from '../people/user.repository.ts';
import { deleteChallengesOf } from '../second-factors/sign-in-challenge.repository.ts';
import type { Sessions } from '../sessions/session.service.ts';
import type { AttemptLimits } from './attempt-limit.service.ts';
import { addressSubject } from './attempt-subjects.ts';
import { refuseGuessablePassword } from './guessable-password.ts';
import { type OneTimeTokens, uselessToken } from './one-time-token.service.ts';
import type { Passwords } from './password.service.ts';

/** Purposes of links that prove the address and may set a password. */
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
  /** Deletes requests for access keys that the person allowed. */
  deleteAllowedKeys: (transaction: Store, user: UserKey) => Promise<void>;
}

export class PasswordResets {
  readonly #parts: PasswordResetsParts;

  constructor(parts: PasswordResetsParts) {
    this.#parts = parts;
  }

  /** The same work whether or not the account exists: everything else happens where the mail is written. */
  async request(email: string, address: string): Promise<void> {
    const { db, limits, mails } = this.#parts;
    await limits.countAsking(db, address);
    await mails.request(db, { kind: 'forgotten', email, requester: addressSubject(address) });
  }

  /** Whom a token is for. Throws for one that `reset` would refuse; leaves it as it is. */
  async check(token: string): Promise<EndpointResponse<typeof checkPasswordReset>> {
    const { db, oneTimeTokens } = this.#parts;
    const { userId, purpose } = await oneTimeTokens.get(db, token, CHOOSE_PASSWORD);
    const account = await findUser(db, userId);
    if (account === undefined) throw uselessToken();
    const { username, domain, parentId } = account;
    const parent = purpose === 'invite' && parentId !== null ? await findUser(db, parentId) : undefined;
    return { username, invitation: parent ? { inviter: inviterName(parent), domain } : null };
  }

  /** With the token of a reset mail or of an invitation. Ends all sessions. */
  async reset(token: string, password: string, requestId: string): Promise<void> {
    const { db, clock, audit, passwords, oneTimeTokens, mails } = this.#parts;
    // First, so that made-up tokens cost no hash.
    await oneTimeTokens.check(db, token, CHOOSE_PASSWORD);
    const passwordHash = await passwords.hash(password);
    const change = db.transaction().execute(async (transaction) => {
      const { userId, purpose, email } = await oneTimeTokens.use(transaction, token, CHOOSE_PASSWORD);
      const account = await findUser(transaction, userId);
      if (account === undefined) throw new UnprocessableError('This account no longer exists.');
      // The mail was being sent while the address changed, so that the change did not see the token.
      if (email !== null && email.toLowerCase() !== account.email.toLowerCase()) throw uselessToken();
      await refuseGuessablePassword(password, account);
      await this.#replace(transaction, account, {
        passwordHash,
        // Only the owner of the mailbox has the link, and signs in with it from now on.
        ...(account.isConfirmed && !account.isEmailUnproved ? {} : { emailConfirmedOn: clock.now() }),
        emailStated: false,
      });
      await mails.allowResets(transaction, account.email);
      await audit.record(transaction, {
        caller: { ...account, requestId },
        action: purpose === 'invite' ? 'account.accept-invitation' : 'account.reset-password',
        message: purpose === 'invite' ? `${account.username} accepted the invitation` : 'Reset the password',
      });
      if (purpose === 'reset') {
        const requester = domainRequester(account.domainId);
        await mails.request(transaction, { kind: 'password-changed', userId, requester });
      }
    });
    await change.catch((error: unknown) => {
      onDuplicate(error, {
        usersEmail: new UnprocessableError('This e-mail address is already used by another account.'),
      });
    });
  }

  /** By the operator on the command line, for an administrator, whose mailbox may not be one. Ends all sessions. */
  async resetAdministrator(username: string, password: string): Promise<void> {
    const { db, audit, passwords } = this.#parts;
    const passwordHash = await passwords.hash(password);
    await db.transaction().execute(async (transaction) => {
      const account = await findUserByUsername(transaction, username);
      if (account === undefined) throw new NotFoundError(`There is no user "${username}".`);
      if (!account.isAdmin) {
        throw new UnprocessableError(
          `${username} is not an administrator. Only they should know their password: use "customers send-reset".`,
        );
      }
      await refuseGuessablePassword(password, account);
      await this.#replace(transaction, account, { passwordHash });
      await audit.record(transaction, {
        caller: { userId: null, domainId: account.domainId },
        action: 'account.reset-password',
        message: `The operator reset the password of ${account.username}`,
      });
    });
  }

  /** Replaces the password, and revokes proofs and changes that were begun under the old one. */
  async #replace(
    transaction: Store,
    account: Account,
    change: { passwordHash: string; emailConfirmedOn?: Date; emailStated?: boolean },
  ): Promise<void> {
    const { deleteAllowedKeys, limits, oneTimeTokens, sessions } = this.#parts;
    // A pending address may have been requested by the person whom the owner locks out with this.
    await updateUser(transaction, account, { ...change, pendingEmail: null });
    await oneTimeTokens.revoke(transaction, account.userId, [
      ...CHOOSE_PASSWORD,
      'custom-login',
      'change-email',
    ]);
    // Their sessions have ended, and an old mail must not reset the new password. Notices to another address stay: the
    // reader of that mailbox may have to report the person who proved this address.
    await oneTimeTokens.revokeNotices(transaction, account.userId, { email: account.email });
    await deleteChallengesOf(transaction, account);
    await deleteAllowedKeys(transaction, account);
    await sessions.endAll(transaction, account, 'the password was reset');
    await limits.clearAccount(transaction, account.userId);
  }
}
