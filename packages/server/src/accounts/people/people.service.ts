import type { Permission } from '@atrium/contract/permissions';
import type { Kysely } from 'kysely';
import type { Database, Store } from '../../database/schema.ts';
import type { FunctionsPlace } from '../../functions-url.ts';
import { findDomainName } from '../domains/domain.repository.ts';
import {
  findAddressedDomain,
  findAddressName,
  findOwnerId,
  listOwners,
} from '../domains/domain-directory.repository.ts';
import { listDomainIdsLike, listDomainNames, listUserIdsLikeAnywhere } from './find-people.repository.ts';
import { permissionsOf } from './permission.service.ts';
import { greetingFor } from './person-names.ts';
import { listDefinedRoles } from './role.repository.ts';
import {
  findClosedOwner,
  findUser,
  listAdministratorIds,
  listChildUsers,
  listConfirmedAddresses,
  listCustomers,
  listUserIdsLike,
  listUsernames,
} from './user.repository.ts';

interface Parts {
  db: Kysely<Database>;
}

/** A user, as mails of other areas address them. */
export interface MailRecipient {
  to: string;
  greeting: string;
  username: string;
  /** The name of the domain. */
  domain: string;
  state: 'open' | 'locked' | 'closed';
}

/** People, for the other areas. Includes removed users, because their actions stay theirs. */
export class People {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async listNames(userIds: readonly string[]): Promise<Map<string, string>> {
    if (userIds.length === 0) return new Map();
    const users = await listUsernames(this.#parts.db, [...new Set(userIds)]);
    return new Map(users.map(({ userId, username }) => [userId, username]));
  }

  /** Users of a domain whose username contains a text. */
  listIdsLike(domainId: string, text: string): Promise<string[]> {
    return listUserIdsLike(this.#parts.db, domainId, text);
  }

  /** Lists administrators of the platform, without removed ones. */
  listAdministratorIds(): Promise<string[]> {
    return listAdministratorIds(this.#parts.db);
  }

  findDomainName(domainId: string, db: Store = this.#parts.db): Promise<string | undefined> {
    return findDomainName(db, domainId);
  }

  /** Users of all domains whose username contains a text: for administrators. */
  listIdsLikeAnywhere(text: string): Promise<string[]> {
    return listUserIdsLikeAnywhere(this.#parts.db, text);
  }

  /** Domains that an administrator means by an id, part of a name, or a user's e-mail address. */
  listDomainIdsLike(text: string): Promise<string[]> {
    return listDomainIdsLike(this.#parts.db, text);
  }

  async listDomainNames(ids: readonly string[]): Promise<Map<string, string>> {
    if (ids.length === 0) return new Map();
    const domains = await listDomainNames(this.#parts.db, [...new Set(ids)]);
    return new Map(domains.map(({ id, name }) => [id, name]));
  }

  /** Returns the payer of a domain's bills, even after its people were removed. */
  findOwnerId(id: string): Promise<string | undefined> {
    return findOwnerId(this.#parts.db, id);
  }

  /** A domain by where its functions are called; undefined for one that is locked or closed. */
  findAddressed(place: FunctionsPlace): Promise<{ domainId: string; ownerId: string } | undefined> {
    return findAddressedDomain(this.#parts.db, place);
  }

  findAddressName(domainId: string): Promise<string | undefined> {
    return findAddressName(this.#parts.db, domainId);
  }

  /** Owners by domain. */
  async listOwners(transaction: Store, domainIds: readonly string[]): Promise<Map<string, string>> {
    const ids = [...new Set(domainIds)].filter((id) =>
      /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id),
    );
    if (ids.length === 0) return new Map();
    const owners = await listOwners(transaction, ids);
    return new Map(owners.map(({ domainId, ownerId }) => [domainId, ownerId]));
  }

  /** The owner of a domain that is neither closed nor locked. */
  async findOpenOwner(id: string): Promise<{ userId: string; domainId: string } | undefined> {
    const userId = await this.findOwnerId(id);
    const account = userId === undefined ? undefined : await findUser(this.#parts.db, userId);
    return account && !account.isLocked ? { userId: account.userId, domainId: id } : undefined;
  }

  /** Addresses among some that belong to people of a domain and are confirmed; in small letters. */
  listConfirmedAddresses(domainId: string, addresses: readonly string[], db: Store): Promise<string[]> {
    return listConfirmedAddresses(db, domainId, addresses);
  }

  /** A customer and those of their child users whose roles give a permission. */
  async listUserIdsWith(
    transaction: Store,
    { domainId, userId }: { domainId: string; userId: string },
    permission: Permission,
  ): Promise<string[]> {
    const children = await listChildUsers(transaction, domainId, userId);
    const defined = await listDefinedRoles(transaction, domainId);
    const holders = children.filter(
      ({ isConfirmed, roles }) => isConfirmed && permissionsOf(roles, defined).includes(permission),
    );
    return [userId, ...holders.map((child) => child.userId)];
  }

  /** Returns the payers of users' usage: the parent of a child user, else the user. */
  async listCustomers(
    transaction: Store,
    userIds: string[],
  ): Promise<Map<string, { domainId: string; payerId: string }>> {
    if (userIds.length === 0) return new Map();
    const customers = await listCustomers(transaction, userIds);
    return new Map(customers.map(({ userId, ...customer }) => [userId, customer]));
  }

  /**
   * Returns undefined if a user gets no mails: removed users, except owners of closed domains, and users whose address
   * only an identity provider has stated.
   */
  async findMailRecipient(transaction: Store, userId: string): Promise<MailRecipient | undefined> {
    const open = await findUser(transaction, userId);
    const account = open ?? (await findClosedOwner(transaction, userId));
    if (account === undefined || account.isEmailUnproved) return undefined;
    const { email: to, username, domain, isLocked } = account;
    const state = open === undefined ? 'closed' : isLocked ? 'locked' : 'open';
    return { to, greeting: greetingFor(account), username, domain, state };
  }
}
