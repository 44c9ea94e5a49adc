import type { ChildUser, Invitation } from '@atrium/contract/accounts/children';
import { onDuplicate } from '@atrium/host/database/errors';
import { ForbiddenError, NotFoundError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Audit } from '../audit/audit.service.ts';
import type { Clock, Random } from '../clock.ts';
import type { Database } from '../database/schema.ts';
import type { Caller } from '../http/caller.ts';
import { type AccountMails, domainAsker } from './account-mail.service.ts';
import type { OneTimeTokens } from './one-time-token.service.ts';
import { usernameTaken } from './registration.service.ts';
import type { Sessions } from './session.service.ts';
import { type Account, findChildUser, insertUser, listChildUsers, updateUser } from './user.repository.ts';

export interface ChildrenParts {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  audit: Audit;
  oneTimeTokens: OneTimeTokens;
  mails: AccountMails;
  sessions: Sessions;
}

export class Children {
  readonly #parts: ChildrenParts;

  constructor(parts: ChildrenParts) {
    this.#parts = parts;
  }

  async list(caller: Caller): Promise<ChildUser[]> {
    return (await listChildUsers(this.#parts.db, caller.domainId, caller.userId)).map(toChildUser);
  }

  /** The child user of a parent, for those who run something as it. Throws NotFoundError. */
  async get(caller: Caller, userId: string): Promise<ChildUser> {
    const account = await findChildUser(this.#parts.db, caller.domainId, caller.userId, userId);
    if (account === undefined) throw new NotFoundError('This child user does not exist.');
    return toChildUser(account);
  }

  async invite(
    caller: Caller,
    { username, email, firstName, lastName, roles }: Invitation,
  ): Promise<ChildUser> {
    const { db, clock, random, audit, mails } = this.#parts;
    if (caller.parentId !== null) throw new ForbiddenError('A child user cannot have child users.');
    const userId = random.id();
    const now = clock.now();
    const insertion = db.transaction().execute(async (transaction) => {
      await insertUser(transaction, {
        id: userId,
        domainId: caller.domainId,
        parentId: caller.userId,
        username,
        email,
        firstName,
        lastName,
        roles,
        createdOn: now,
      });
      await audit.record(transaction, {
        caller,
        action: 'account.invite',
        message: `Invited the child user ${username}`,
        after: { userId, username, roles },
      });
      await mails.request(transaction, { kind: 'invited', userId, asker: domainAsker(caller.domainId) });
    });
    await insertion.catch((error: unknown) => {
      onDuplicate(error, { usersUsername: usernameTaken() });
    });
    const createdOn = now.toISOString();
    return { userId, username, email, firstName, lastName, roles, createdOn, isConfirmed: false };
  }

  async delete(caller: Caller, userId: string): Promise<void> {
    const { db, clock, audit, oneTimeTokens, sessions } = this.#parts;
    await db.transaction().execute(async (transaction) => {
      const child = await findChildUser(transaction, caller.domainId, caller.userId, userId);
      if (child === undefined) throw new NotFoundError('This child user does not exist.');
      await updateUser(transaction, child, { removedOn: clock.now(), passwordHash: null });
      await oneTimeTokens.revoke(transaction, userId, ['invite', 'reset', 'change-email', 'custom-login']);
      await sessions.endAll(transaction, child, 'the user was removed');
      await audit.record(transaction, {
        caller,
        action: 'account.remove',
        message: `Removed the child user ${child.username}`,
        before: { userId, username: child.username, roles: child.roles },
      });
    });
  }
}

function toChildUser(account: Account): ChildUser {
  const { userId, username, email, firstName, lastName, roles, isConfirmed } = account;
  const createdOn = account.createdOn.toISOString();
  return { userId, username, email, firstName, lastName, roles, createdOn, isConfirmed };
}
