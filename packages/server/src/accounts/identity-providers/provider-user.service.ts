import { CLOSING_GRACE_DAYS } from '@atrium/contract/accounts/account-closing';
import { BUILT_IN_ROLES } from '@atrium/contract/accounts/built-in-roles';
import { onDuplicate } from '@atrium/host/database/errors';
import { UnauthenticatedError, UnprocessableError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Audit } from '../../audit/audit.service.ts';
import type { Clock, Random } from '../../clock.ts';
import type { Database, Store } from '../../database/schema.ts';
import type { Limits } from '../../limits/limit.service.ts';
import { domainRequester } from '../../mail/mail.service.ts';
import type { ProvenIdentity } from '../../providers/identity/sign-in-flow.ts';
import { insertDomain } from '../domains/domain.repository.ts';
import { findEmailHolder, hasUsername } from '../domains/taken-name.repository.ts';
import type { AccountMails } from '../mails/account-mail.service.ts';
import { listDefinedRoles, lockRoles } from '../people/role.repository.ts';
import type { Roles } from '../people/role.service.ts';
import {
  type Account,
  findDomainOwner,
  findOwnUser,
  findUser,
  findUserByEmail,
  findUserOfDomainByEmail,
  insertUser,
  updateUser,
} from '../people/user.repository.ts';
import type { OneTimeTokens } from '../sign-in/one-time-token.service.ts';
import { closedError } from '../support/domain-lock.service.ts';
import { findIdentity, findOtherSubject, upsertIdentity } from './identity.repository.ts';
import type { ProviderRow } from './identity-provider.repository.ts';
import { isManaged, signInWithProvider } from './managed-account.ts';
import { namesOf, rolesOf, usernameOf, verifiedEmailOf } from './provider-claims.ts';

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  audit: Audit;
  mails: AccountMails;
  oneTimeTokens: OneTimeTokens;
  domainLimits: Limits;
  roles: Roles;
}

/** Someone whom a provider has sent. */
interface Arrival {
  provider: ProviderRow;
  identity: ProvenIdentity;
  /** The address that the provider vouches for. */
  email: string;
  requestId: string;
}

type DomainArrival = Arrival & { domainId: string };

/** Tried one after the other before a username gets a random end. */
const USERNAME_ENDINGS = ['', '-2', '-3', '-4', '-5'];

/** Which account here is whose at a provider: the rules of decision 0024. */
export class ProviderUsers {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The account of someone whom a provider has sent, brought up to date; at the first time a new one. */
  async upsert(provider: ProviderRow, identity: ProvenIdentity, requestId: string): Promise<Account> {
    const { db } = this.#parts;
    const email = verifiedEmailOf(identity.claims, provider.name);
    const arrival = { provider, identity, email, requestId };
    const { domainId } = provider;
    const change = db
      .transaction()
      .execute((transaction) =>
        domainId === null
          ? this.#enter(transaction, arrival)
          : this.#join(transaction, { ...arrival, domainId }),
      );
    const account = await change.catch(onTakenAddress);
    return domainId === null ? account : this.#updateRoles(account, { ...arrival, domainId });
  }

  /** A provider for everyone: a new person gets a domain of their own, as with a registration. */
  async #enter(transaction: Store, arrival: Arrival): Promise<Account> {
    const { clock, random, audit } = this.#parts;
    const { provider, identity, email, requestId } = arrival;
    const known = await findIdentity(transaction, provider.id, identity.subject);
    const account = known && !known.isRemoved ? await findOwnUser(transaction, known) : undefined;
    if (account !== undefined) {
      if (await isManaged(transaction, account)) throw signInWithProvider();
      return this.#link(transaction, account, arrival);
    }
    // Not a new person: the account keeps its identity, because its owner can have it reopened.
    if (known && !known.isRemoved)
      throw closedAccount('The account that you are connected with here was closed.');
    if ((await findAddressOwner(transaction, email)) !== undefined) {
      throw new UnprocessableError(
        `An account with the e-mail address ${email} already exists. Sign in to it as before; you can then connect ${provider.name} in your profile.`,
      );
    }
    const username = await findFreeUsername(transaction, random, usernameOf(identity.claims, email));
    const user = { userId: random.id(), domainId: random.id() };
    await insertDomain(transaction, { id: user.domainId, name: username, createdOn: clock.now() });
    const created = await this.#create(transaction, {
      ...arrival,
      ...user,
      username,
      parentId: null,
      roles: ['ROLE_DEV'],
    });
    await audit.record(transaction, {
      caller: { ...user, requestId },
      action: 'account.register',
      message: `Registered as ${username} with ${provider.name}`,
      after: { username, email },
    });
    return this.#link(transaction, created, arrival);
  }

  /** A domain's own provider: a new person becomes a child user. */
  async #join(transaction: Store, arrival: DomainArrival): Promise<Account> {
    const { provider, identity, email, domainId } = arrival;
    // One at a time in a domain, so that no user is created twice.
    await lockRoles(transaction, domainId);
    const known = await findIdentity(transaction, provider.id, identity.subject);
    if (known && !known.isRemoved) {
      const account = await findOwnUser(transaction, known);
      if (account)
        return this.#link(transaction, await this.#updateProfile(transaction, account, arrival), arrival);
    }
    const existing = await findUserOfDomainByEmail(transaction, domainId, email);
    if (existing === undefined) {
      if (known?.isRemoved)
        throw new UnprocessableError(
          'Your account was removed. The owner of the domain can invite you again.',
        );
      return this.#createChild(transaction, arrival);
    }
    if (existing.parentId === null || existing.isAdmin) {
      throw new UnprocessableError(
        'The owner of a domain signs in with a password or a passkey, never with an identity provider of the domain.',
      );
    }
    // The address was given to another person: its previous holder keeps the account.
    if (await findOtherSubject(transaction, provider.id, existing, identity.subject)) {
      throw new UnprocessableError(
        `The e-mail address ${email} belongs to another account of this domain, which signs in as someone else there.`,
      );
    }
    return this.#link(transaction, await this.#accept(transaction, existing, arrival), arrival);
  }

  async #createChild(transaction: Store, arrival: DomainArrival): Promise<Account> {
    const { random, audit, domainLimits } = this.#parts;
    const { provider, identity, email, domainId, requestId } = arrival;
    const owner = await findDomainOwner(transaction, domainId);
    if (owner === undefined) throw new UnprocessableError('This domain no longer has an owner.');
    await domainLimits.countToday(transaction, domainId, 'joinedPerDay');
    const username = await findFreeUsername(transaction, random, usernameOf(identity.claims, email));
    const userId = random.id();
    const roles = (await this.#wantedRoles(transaction, arrival)) ?? [];
    const user = { ...arrival, userId, username, parentId: owner.userId, roles };
    const created = await this.#create(transaction, user);
    await this.#askToConfirm(transaction, created);
    await audit.record(transaction, {
      caller: { userId, domainId, requestId },
      action: 'account.join',
      message: `Joined as ${username} with ${provider.name}`,
      after: { userId, username, email, roles, providerId: provider.id },
    });
    return this.#link(transaction, created, arrival);
  }

  async #create(
    transaction: Store,
    user: Arrival & Pick<Account, 'userId' | 'domainId' | 'parentId' | 'roles' | 'username'>,
  ): Promise<Account> {
    const { userId, domainId, parentId, roles, username, email, identity } = user;
    const now = this.#parts.clock.now();
    await insertUser(transaction, {
      id: userId,
      domainId,
      parentId,
      username,
      email,
      ...namesOf(identity.claims, username),
      roles,
      // Statements of a domain's own provider are valid in the domain; only the mailbox proves its owner.
      ...(parentId === null ? { emailConfirmedOn: now } : { emailStated: true }),
      createdOn: now,
    });
    const account = await findUser(transaction, userId);
    if (account === undefined) throw closedError();
    return account;
  }

  /** Notes that the identity is this account. */
  async #link(transaction: Store, account: Account, { provider, identity }: Arrival): Promise<Account> {
    const now = this.#parts.clock.now();
    const { userId, domainId } = account;
    const { subject } = identity;
    await upsertIdentity(transaction, {
      providerId: provider.id,
      subject,
      userId,
      domainId,
      createdOn: now,
      lastUsedOn: now,
    });
    return account;
  }

  /** Accepts a user of the domain at their first sign-in with the provider, identified by the address. */
  async #accept(
    transaction: Store,
    account: Account,
    { provider, requestId }: DomainArrival,
  ): Promise<Account> {
    const { audit, oneTimeTokens } = this.#parts;
    if (!account.isConfirmed) {
      await updateUser(transaction, account, { emailStated: true });
      await oneTimeTokens.revoke(transaction, account.userId, ['invite', 'confirm']);
      await this.#askToConfirm(transaction, account);
    }
    await audit.record(transaction, {
      caller: { userId: account.userId, domainId: account.domainId, requestId },
      action: 'account.connect',
      message: account.isConfirmed
        ? `Connected ${account.username} with ${provider.name}`
        : `${account.username} accepted the invitation with ${provider.name}`,
      after: { providerId: provider.id },
    });
    return { ...account, isConfirmed: true };
  }

  /**
   * Limited to the daily number of invitations: a provider may state any address. Others can request the mail on their
   * profile.
   */
  async #askToConfirm(transaction: Store, { userId, domainId }: Account): Promise<void> {
    const { mails, domainLimits } = this.#parts;
    if (!(await domainLimits.countIfAllowed(transaction, domainId, 'invitationsPerDay'))) return;
    await mails.request(transaction, { kind: 'registered', userId, requester: domainRequester(domainId) });
  }

  /** Name and address follow the provider, unless the person has a password of their own here. */
  async #updateProfile(
    transaction: Store,
    account: Account,
    { identity, email, provider, requestId }: DomainArrival,
  ) {
    if (account.passwordHash !== null) return account;
    const holder = await findUserOfDomainByEmail(transaction, account.domainId, email);
    const isFree = !holder?.isConfirmed || holder.userId === account.userId;
    const before = { email: account.email, firstName: account.firstName, lastName: account.lastName };
    const names = namesOf(identity.claims, account.username);
    const after = { email: isFree ? email : account.email, ...names };
    if (Object.values(before).join('\n') === Object.values(after).join('\n')) return account;
    if (after.email.toLowerCase() === before.email.toLowerCase()) {
      await updateUser(transaction, account, after);
    } else {
      await updateUser(transaction, account, { ...after, emailConfirmedOn: null, emailStated: true });
      await this.#parts.oneTimeTokens.revoke(transaction, account.userId, ['confirm']);
      await this.#askToConfirm(transaction, account);
    }
    await this.#parts.audit.record(transaction, {
      caller: { userId: account.userId, domainId: account.domainId, requestId },
      action: 'account.change-profile',
      message: `Took over what ${provider.name} says of ${account.username}`,
      before,
      after,
    });
    return { ...account, ...after };
  }

  async #updateRoles(account: Account, arrival: DomainArrival): Promise<Account> {
    const { db, audit, roles } = this.#parts;
    const wanted = await this.#wantedRoles(db, arrival);
    if (wanted === undefined || [...account.roles].sort().join() === wanted.join()) return account;
    return roles.apply(account, async (transaction) => {
      const { userId, domainId, username } = account;
      // Missing if the provider's creator was reported in the meantime: the account has no roles then.
      const known = await findIdentity(transaction, arrival.provider.id, arrival.identity.subject);
      if (known?.userId !== userId || known.isRemoved) throw new UnauthenticatedError();
      await updateUser(transaction, account, { roles: wanted });
      await audit.record(transaction, {
        caller: { userId, domainId, requestId: arrival.requestId },
        action: 'account.give-roles',
        message: `${arrival.provider.name} gave ${username} other roles`,
        before: { userId, username, roles: account.roles },
        after: { userId, username, roles: wanted },
      });
      return { ...account, roles: wanted };
    });
  }

  /** Roles that the rules give and that still exist. */
  async #wantedRoles(transaction: Store, { provider, identity, domainId }: DomainArrival) {
    const wanted = rolesOf(identity.claims, provider);
    if (wanted === undefined) return undefined;
    const defined = await listDefinedRoles(transaction, domainId);
    const known = new Set([...BUILT_IN_ROLES, ...defined].map(({ name }) => name));
    return wanted.filter((name) => known.has(name));
  }
}

function onTakenAddress(error: unknown): never {
  const again = new UnprocessableError(
    'Someone else took this name at the same moment. Please sign in again.',
  );
  onDuplicate(error, { usersEmail: again, usersStatedEmail: again, usersUsername: again });
}

/** The account to which a confirmed address belongs. Throws UnprocessableError if that one was closed. */
async function findAddressOwner(transaction: Store, email: string): Promise<Account | undefined> {
  const account = await findUserByEmail(transaction, email);
  if (account !== undefined || (await findEmailHolder(transaction, email)) === undefined) return account;
  throw closedAccount(
    `The e-mail address ${email} belongs to an account that was closed, which keeps it for ${CLOSING_GRACE_DAYS} days.`,
  );
}

/** Only the operator can reopen an account. */
function closedAccount(what: string): UnprocessableError {
  return new UnprocessableError(`${what} Please contact the operator of this platform.`);
}

/** Returns the wished username, or a similar one if it is taken. */
async function findFreeUsername(
  transaction: Store,
  random: Pick<Random, 'bytes'>,
  wished: string,
): Promise<string> {
  for (const ending of USERNAME_ENDINGS) {
    const username = `${wished}${ending}`;
    if (!(await hasUsername(transaction, username))) return username;
  }
  return `${wished}-${random.bytes(3).toString('hex')}`;
}
