import type { User, UserPatch } from '@atrium/contract/accounts/user';
import { UnauthenticatedError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Audit } from '../../audit/audit.service.ts';
import type { Clock } from '../../clock.ts';
import type { Database, Store } from '../../database/schema.ts';
import type { Caller } from '../../http/caller.ts';
import { domainRequester } from '../../mail/mail.service.ts';
import type { AccountMails } from '../mails/account-mail.service.ts';
import { deleteChallengesOf } from '../second-factors/sign-in-challenge.repository.ts';
import type { Sessions } from '../sessions/session.service.ts';
import { refuseGuessablePassword } from '../sign-in/guessable-password.ts';
import type { OneTimeTokens } from '../sign-in/one-time-token.service.ts';
import type { OwnPasswords } from '../sign-in/own-password.service.ts';
import type { Passwords } from '../sign-in/password.service.ts';
import { toUser } from './to-user.ts';
import { type Account, findActor, findOwnUser, updateUser } from './user.repository.ts';

export interface ProfilesParts {
  db: Kysely<Database>;
  clock: Clock;
  audit: Audit;
  passwords: Passwords;
  ownPasswords: OwnPasswords;
  oneTimeTokens: OneTimeTokens;
  mails: AccountMails;
  sessions: Sessions;
}

export class Profiles {
  readonly #parts: ProfilesParts;

  constructor(parts: ProfilesParts) {
    this.#parts = parts;
  }

  async get(caller: Caller): Promise<User> {
    const { db, clock } = this.#parts;
    const actor = await findActor(db, caller.impersonatorId);
    return toUser(await this.#getAccount(db, caller), caller.permissions, clock.now(), actor);
  }

  update(caller: Caller, patch: UserPatch): Promise<User> {
    const { db, audit, clock } = this.#parts;
    return db.transaction().execute(async (transaction) => {
      const before = await this.#getAccount(transaction, caller);
      const actor = await findActor(transaction, caller.impersonatorId);
      const changes = {
        ...(patch.firstName === undefined ? {} : { firstName: patch.firstName }),
        ...(patch.lastName === undefined ? {} : { lastName: patch.lastName }),
        ...(patch.params?.theme === undefined ? {} : { theme: patch.params.theme }),
        ...(patch.params?.firstSteps === undefined ? {} : { firstSteps: patch.params.firstSteps }),
      };
      if (Object.keys(changes).length === 0) return toUser(before, caller.permissions, clock.now(), actor);
      await updateUser(transaction, caller, changes);
      const after = await this.#getAccount(transaction, caller);
      await audit.record(transaction, {
        caller,
        action: 'account.update',
        message: describeChange(changes),
        before: toLogged(before),
        after: toLogged(after),
      });
      return toUser(after, caller.permissions, clock.now(), actor);
    });
  }

  /**
   * The new address takes effect once the link sent to it is opened. The current address cancels a pending change, and
   * takes effect at once in its new spelling.
   */
  async updateEmail(caller: Caller, email: string, password: string): Promise<User> {
    const { db, clock, audit, oneTimeTokens, mails, ownPasswords } = this.#parts;
    const checked = await ownPasswords.check(caller, password, 'password');
    return db.transaction().execute(async (transaction) => {
      await ownPasswords.lock(transaction, caller, checked, 'password');
      const { email: current, pendingEmail } = await this.#getAccount(transaction, caller);
      const isOwn = email.toLowerCase() === current.toLowerCase();
      const after = isOwn ? { email, pendingEmail: null } : { email: current, pendingEmail: email };
      await updateUser(transaction, caller, after);
      await oneTimeTokens.revoke(transaction, caller.userId, ['change-email']);
      if (!isOwn) {
        await mails.request(transaction, {
          kind: 'change-email',
          userId: caller.userId,
          email,
          ...(caller.sessionId !== null && { sessionId: caller.sessionId }),
          requester: domainRequester(caller.domainId),
        });
      }
      await audit.record(transaction, {
        caller,
        action: 'account.change-email',
        message: `${isOwn ? 'Chose to keep' : 'Asked to use'} the e-mail address ${email}`,
        before: { email: current, pendingEmail },
        after,
      });
      return toUser(await this.#getAccount(transaction, caller), caller.permissions, clock.now());
    });
  }

  /** Ends all other sessions. */
  async updatePassword(caller: Caller, currentPassword: string, password: string): Promise<void> {
    const { db, audit, passwords, ownPasswords, oneTimeTokens, mails, sessions } = this.#parts;
    const account = await ownPasswords.check(caller, currentPassword, 'currentPassword');
    await refuseGuessablePassword(password, account);
    const passwordHash = await passwords.hash(password);
    await db.transaction().execute(async (transaction) => {
      await ownPasswords.lock(transaction, caller, account, 'currentPassword');
      await updateUser(transaction, caller, { passwordHash, pendingEmail: null });
      await oneTimeTokens.revoke(transaction, caller.userId, ['reset', 'custom-login', 'change-email']);
      await deleteChallengesOf(transaction, caller);
      await sessions.endAll(transaction, caller, 'the password was changed', caller.sessionId);
      await mails.allowResets(transaction, account.email);
      const requester = domainRequester(caller.domainId);
      await mails.request(transaction, { kind: 'password-changed', userId: caller.userId, requester });
      await audit.record(transaction, {
        caller,
        action: 'account.change-password',
        message: 'Changed the password',
      });
    });
  }

  async #getAccount(transaction: Store, caller: Caller): Promise<Account> {
    const account = await findOwnUser(transaction, caller);
    // The account was removed after the token was given.
    if (account === undefined) throw new UnauthenticatedError();
    return account;
  }
}

function toLogged({ firstName, lastName, theme, firstSteps }: Account) {
  return { firstName, lastName, theme, firstSteps };
}

const stepsTexts = {
  open: 'Showed the first steps',
  hidden: 'Hid the first steps',
  done: 'Took all first steps',
};

function describeChange({ firstSteps, ...others }: Partial<ReturnType<typeof toLogged>>): string {
  const isOfSteps = firstSteps !== undefined && Object.keys(others).length === 0;
  return isOfSteps ? stepsTexts[firstSteps] : 'Changed the profile';
}
