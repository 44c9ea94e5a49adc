import { withAsciiHost } from '@atrium/contract/accounts/fields';
import type { Session } from '@atrium/contract/accounts/sessions';
import type { CustomerPerson } from '@atrium/contract/customers/customer';
import { NotFoundError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/schema.ts';
import type { Caller } from '../../http/caller.ts';
import {
  findStatedUserByEmail,
  findUserByEmail,
  findUserByUsername,
  listDomainUsers,
} from '../people/user.repository.ts';
import { listOpenSessionsOfDomain } from '../sessions/session.repository.ts';
import { describeSession } from '../sessions/session-description.ts';
import {
  countDomainsSince,
  type DirectoryEntry,
  type DirectoryQuery,
  findDirectoryEntry,
  findDomainIdOfUser,
  listDirectoryEntries,
} from './domain-directory.repository.ts';

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
}

/** All domains and their people, for administrators. */
export class DomainDirectory {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Newest first. */
  list(query: DirectoryQuery): Promise<DirectoryEntry[]> {
    return listDirectoryEntries(this.#parts.db, query);
  }

  /** Number of customers who came since a time. */
  countSince(since: Date): Promise<number> {
    return countDomainsSince(this.#parts.db, since);
  }

  async get(id: string): Promise<DirectoryEntry> {
    const entry = await findDirectoryEntry(this.#parts.db, id);
    if (entry === undefined) throw new NotFoundError();
    return entry;
  }

  /** The domain that a user belongs or belonged to. */
  findIdOfUser(userId: string): Promise<string | undefined> {
    return findDomainIdOfUser(this.#parts.db, userId);
  }

  /**
   * Returns the domain of the person with exactly this username or e-mail address, confirmed or stated by their
   * provider.
   */
  async findIdOfPerson(name: string): Promise<string | undefined> {
    const { db } = this.#parts;
    const email = withAsciiHost(name);
    const account =
      (await findUserByUsername(db, name)) ??
      (await findUserByEmail(db, email)) ??
      (await findStatedUserByEmail(db, email));
    return account?.domainId;
  }

  /** The owner first. */
  async listPeople(id: string): Promise<CustomerPerson[]> {
    const accounts = await listDomainUsers(this.#parts.db, id);
    return accounts.map(
      ({ userId, username, firstName, lastName, email, parentId, isAdmin, isConfirmed }) => ({
        userId,
        username,
        firstName,
        lastName,
        email,
        isOwner: parentId === null,
        isAdmin,
        isConfirmed,
      }),
    );
  }

  /** Open sessions of all people of a domain, latest use first. */
  async listSessions(caller: Caller, id: string): Promise<Session[]> {
    const { db, clock } = this.#parts;
    const sessions = await listOpenSessionsOfDomain(db, id, clock.now());
    return sessions.map((session) => describeSession(session, caller));
  }
}
