import type { ChildUser, Invitation } from '@atrium/contract/accounts/children';
import type { Person } from '@atrium/contract/accounts/people';
import { PERMISSIONS } from '@atrium/contract/permissions';
import { onDuplicate } from '@atrium/host/database/errors';
import { NotFoundError, UnprocessableError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Audit } from '../../audit/audit.service.ts';
import type { Clock, Random } from '../../clock.ts';
import type { Database, Store } from '../../database/schema.ts';
import type { Caller } from '../../http/caller.ts';
import type { Limits } from '../../limits/limit.service.ts';
import { domainRequester } from '../../mail/mail.service.ts';
import type { AccountMails } from '../mails/account-mail.service.ts';
import type { Sessions } from '../sessions/session.service.ts';
import type { OneTimeTokens } from '../sign-in/one-time-token.service.ts';
import { usernameTaken } from '../sign-in/registration.service.ts';
import { permissionsOf } from './permission.service.ts';
import { listDefinedRoles } from './role.repository.ts';
import type { Roles } from './role.service.ts';
import {
  type Account,
  countOpenInvitations,
  findChildUser,
  findOwnUser,
  insertUser,
  listChildUsers,
  listDomainUsers,
  updateUser,
} from './user.repository.ts';

export interface ChildrenParts {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  audit: Audit;
  oneTimeTokens: OneTimeTokens;
  mails: AccountMails;
  domainLimits: Limits;
  sessions: Sessions;
  roles: Roles;
}

export class Children {
  readonly #parts: ChildrenParts;

  constructor(parts: ChildrenParts) {
    this.#parts = parts;
  }

  async list(caller: Caller): Promise<ChildUser[]> {
    return (await listChildUsers(this.#parts.db, caller.domainId, caller.userId)).map(toChildUser);
  }

  /** Returns a parent's child user, for work that runs as it. Throws NotFoundError. */
  async get(caller: Caller, userId: string): Promise<ChildUser> {
    const account = await findChildUser(this.#parts.db, caller.domainId, caller.userId, userId);
    if (account === undefined) throw new NotFoundError('This child user does not exist.');
    return toChildUser(account);
  }

  /** Returns the domain's usage of its limits. */
  async countUses(domainId: string): Promise<{ invitationsOutstanding: number }> {
    return { invitationsOutstanding: await countOpenInvitations(this.#parts.db, domainId) };
  }

  async invite(
    caller: Caller,
    { username, email, firstName, lastName, roles }: Invitation,
  ): Promise<ChildUser> {
    const { db, clock, random, audit, mails, domainLimits, roles: domainRoles } = this.#parts;
    const userId = random.id();
    const now = clock.now();
    const insertion = db.transaction().execute(async (transaction) => {
      await domainRoles.mayGive(transaction, caller, roles);
      const inviter = await findOwnUser(transaction, caller);
      if (!inviter?.isConfirmed) {
        throw new UnprocessableError('Confirm your own e-mail address before you invite others.');
      }
      // First, so that invitations of one domain that are sent at the same time take turns.
      await domainLimits.countToday(transaction, caller.domainId, 'invitationsPerDay');
      const outstanding = await countOpenInvitations(transaction, caller.domainId);
      await domainLimits.check(caller.domainId, 'invitationsOutstanding', outstanding, 1, transaction);
      await insertUser(transaction, {
        id: userId,
        domainId: caller.domainId,
        parentId: ownerOf(caller),
        username,
        email,
        firstName,
        lastName,
        roles,
        createdOn: now,
        invitedOn: now,
      });
      await audit.record(transaction, {
        caller,
        action: 'account.invite',
        message: `Invited the child user ${username}`,
        after: { userId, username, roles },
      });
      await mails.request(transaction, {
        kind: 'invited',
        userId,
        requester: domainRequester(caller.domainId),
      });
    });
    await insertion.catch((error: unknown) => {
      onDuplicate(error, { usersUsername: usernameTaken() });
    });
    const createdOn = now.toISOString();
    return { userId, username, email, firstName, lastName, roles, createdOn, isConfirmed: false };
  }

  /** With a new link, also when the one before has expired. It counts as an invitation of the day. */
  async resendInvitation(caller: Caller, userId: string): Promise<void> {
    const { db, clock, audit, mails, domainLimits } = this.#parts;
    const { domainId } = caller;
    await db.transaction().execute(async (transaction) => {
      const child = await this.#getOther(transaction, caller, userId);
      const { username, isConfirmed } = child;
      if (isConfirmed) throw new UnprocessableError(`${username} has already accepted the invitation.`);
      await domainLimits.countToday(transaction, domainId, 'invitationsPerDay');
      await updateUser(transaction, child, { invitedOn: clock.now() });
      await audit.record(transaction, {
        caller,
        action: 'account.invite-again',
        message: `Sent the child user ${username} the invitation again`,
        after: { userId, username },
      });
      await mails.request(transaction, { kind: 'invited', userId, requester: domainRequester(domainId) });
    });
  }

  /** Lists everyone of the domain, with their permissions. */
  async listPeople({ domainId }: Caller): Promise<Person[]> {
    const { db } = this.#parts;
    const people = await listDomainUsers(db, domainId);
    return this.#describe(db, domainId, people);
  }

  /** The owner keeps all rights whatever their roles are, and no one decides about their own. */
  async giveRoles(caller: Caller, userId: string, given: readonly string[]): Promise<Person> {
    const { audit, roles } = this.#parts;
    const wanted = [...new Set(given)];
    return roles.apply(caller, async (transaction) => {
      const child = await this.#getOther(transaction, caller, userId);
      const { username, roles: former } = child;
      // Roles that a later release no longer has can still be removed.
      await roles.mayGive(
        transaction,
        caller,
        wanted.filter((name) => !former.includes(name)),
      );
      await roles.mayTake(
        transaction,
        caller,
        former.filter((name) => !wanted.includes(name)),
      );
      await updateUser(transaction, child, { roles: wanted });
      await audit.record(transaction, {
        caller,
        action: 'account.give-roles',
        message: `Gave ${username} other roles`,
        before: { userId, username, roles: former },
        after: { userId, username, roles: wanted },
      });
      const [person] = await this.#describe(transaction, caller.domainId, [{ ...child, roles: wanted }]);
      if (person === undefined) throw new NotFoundError();
      return person;
    });
  }

  async delete(caller: Caller, userId: string): Promise<void> {
    const { clock, audit, oneTimeTokens, sessions, roles } = this.#parts;
    await roles.apply(caller, async (transaction) => {
      const child = await this.#getOther(transaction, caller, userId);
      await roles.mayTake(transaction, caller, child.roles);
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

  async #describe(db: Store, domainId: string, people: readonly Account[]): Promise<Person[]> {
    const defined = await listDefinedRoles(db, domainId);
    const invited = people.filter(({ isConfirmed, parentId }) => !isConfirmed && parentId !== null);
    const ends = await this.#parts.oneTimeTokens.listInvitationEnds(db, invited);
    return people.map((account) => ({
      ...toPerson(account, defined),
      invitationEndsOn: ends.get(account.userId)?.toISOString() ?? null,
    }));
  }

  /** Returns a child user of the domain's owner, other than the caller. */
  async #getOther(transaction: Store, caller: Caller, userId: string): Promise<Account> {
    const child = await findChildUser(transaction, caller.domainId, ownerOf(caller), userId);
    if (child === undefined) throw new NotFoundError('This child user does not exist.');
    if (userId === caller.userId) {
      throw new UnprocessableError('Someone else must change your roles or remove you.');
    }
    return child;
  }
}

/** People are managed on behalf of the owner, who pays for them. */
function ownerOf({ parentId, userId }: Caller): string {
  return parentId ?? userId;
}

function toPerson(account: Account, defined: Parameters<typeof permissionsOf>[1]): Person {
  const isOwner = account.parentId === null;
  const permissions = isOwner ? PERMISSIONS : permissionsOf(account.roles, defined);
  return { ...toChildUser(account), isOwner, invitationEndsOn: null, permissions: [...permissions] };
}

function toChildUser(account: Account): ChildUser {
  const { userId, username, email, firstName, lastName, roles, isConfirmed } = account;
  const createdOn = account.createdOn.toISOString();
  return { userId, username, email, firstName, lastName, roles, createdOn, isConfirmed };
}
