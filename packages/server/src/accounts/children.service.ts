import type { ChildUser, Invitation } from '@atrium/contract/accounts/children';
import type { Kysely } from 'kysely';
import type { Audit } from '../audit/audit.service.ts';
import type { Clock, Random } from '../clock.ts';
import type { Database } from '../database/schema.ts';
import type { Caller } from '../http/caller.ts';
import { ForbiddenError, NotFoundError } from '../http/errors.ts';
import type { AccountMails } from './account-mails.service.ts';
import type { OneTimeTokens } from './one-time-tokens.service.ts';
import { usernameTaken } from './registration.service.ts';
import type { Sessions } from './sessions.service.ts';
import { type Account, findChildUser, insertUser, listChildUsers, updateUser } from './users.repository.ts';

export interface ChildrenParts {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  audit: Audit;
  oneTimeTokens: OneTimeTokens;
  mails: AccountMails;
  sessions: Sessions;
}

export interface Children {
  listChildren(caller: Caller): Promise<ChildUser[]>;
  /** The child user of a parent, for those who run something as it. Throws NotFoundError. */
  getChild(caller: Caller, userId: string): Promise<ChildUser>;
  invite(caller: Caller, invitation: Invitation): Promise<ChildUser>;
  remove(caller: Caller, userId: string): Promise<void>;
}

export function createChildren(parts: ChildrenParts): Children {
  const { db, clock, random, audit, oneTimeTokens, mails, sessions } = parts;
  return {
    async listChildren(caller) {
      return (await listChildUsers(db, caller.domainId, caller.userId)).map(toChildUser);
    },

    async getChild(caller, userId) {
      const account = await findChildUser(db, caller.domainId, caller.userId, userId);
      if (account === undefined) throw new NotFoundError('There is no such child user.');
      return toChildUser(account);
    },

    async invite(caller, { username, email, firstName, lastName, roles }) {
      if (caller.parentId !== null) throw new ForbiddenError('A child user cannot have child users.');
      const userId = random.id();
      const now = clock.now();
      const insertion = db.transaction().execute(async (transaction) => {
        await insertUser(transaction, {
          id: userId,
          domain_id: caller.domainId,
          parent_id: caller.userId,
          username,
          email,
          first_name: firstName,
          last_name: lastName,
          roles,
          created_on: now,
        });
        await audit.record(transaction, {
          caller,
          action: 'account.invite',
          message: `Invited the child user ${username}`,
          after: { userId, username, roles },
        });
        await mails.request(transaction, { kind: 'invited', userId });
      });
      await insertion.catch((error: unknown) => {
        throw usernameTaken(error);
      });
      const createdOn = now.toISOString();
      return { userId, username, email, firstName, lastName, roles, createdOn, isConfirmed: false };
    },

    async remove(caller, userId) {
      await db.transaction().execute(async (transaction) => {
        const child = await findChildUser(transaction, caller.domainId, caller.userId, userId);
        if (child === undefined) throw new NotFoundError('There is no such child user.');
        await updateUser(transaction, child, { removed_on: clock.now(), password_hash: null });
        await oneTimeTokens.revoke(transaction, userId, ['invite', 'reset', 'change-email', 'custom-login']);
        await sessions.endAll(transaction, child, 'the user was removed');
        await audit.record(transaction, {
          caller,
          action: 'account.remove',
          message: `Removed the child user ${child.username}`,
          before: { userId, username: child.username, roles: child.roles },
        });
      });
    },
  };
}

function toChildUser(account: Account): ChildUser {
  const { userId, username, email, firstName, lastName, roles, isConfirmed } = account;
  const createdOn = account.createdOn.toISOString();
  return { userId, username, email, firstName, lastName, roles, createdOn, isConfirmed };
}
