import type { CustomerPosition } from '@atrium/contract/customers/customer';
import { sql } from 'kysely';
import type { Store } from '../../database/schema.ts';
import type { FunctionsPlace } from '../../functions-url.ts';
import type { Account } from '../people/user.repository.ts';

type Owner = Pick<Account, 'userId' | 'username' | 'firstName' | 'lastName' | 'email'>;

/** A domain as administrators see it. */
export interface DirectoryEntry {
  id: string;
  name: string;
  createdOn: Date;
  lockedOn: Date | null;
  lockedBecause: string | null;
  closedOn: Date | null;
  contentEndsOn: Date | null;
  owner: Owner | null;
  hasAdministrator: boolean;
}

export interface DirectoryQuery {
  /** Beginnings of words, all of which a domain has. */
  text: string;
  /** Domains that are found whatever their words. */
  ids: readonly string[];
  after: CustomerPosition | undefined;
  limit: number;
}

/** Domains that match, newest first, from the one after `after` on. */
export async function listDirectoryEntries(
  db: Store,
  { text, ids, after, limit }: DirectoryQuery,
): Promise<DirectoryEntry[]> {
  return selectEntries(db)
    .$if(text !== '', (query) =>
      query.where((where) =>
        where.or([
          sql<boolean>`domains.search @@ search_prefixes(${text})`,
          sql<boolean>`domains.id = any(${ids}::uuid[])`,
        ]),
      ),
    )
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(domains.created_on, domains.id) < (${after?.createdOn}::timestamptz, ${after?.id}::uuid)`,
      ),
    )
    .orderBy('domains.createdOn', 'desc')
    .orderBy('domains.id', 'desc')
    .limit(limit)
    .execute();
}

/** Number of domains created since a time, without the platform's own. */
export async function countDomainsSince(db: Store, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('domains')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('createdOn', '>=', since)
    .where('isDefault', '=', false)
    .executeTakeFirstOrThrow();
  return count;
}

export async function findDirectoryEntry(db: Store, id: string): Promise<DirectoryEntry | undefined> {
  return selectEntries(db).where('domains.id', '=', id).executeTakeFirst();
}

/** The owner of a domain; the last one of a domain whose people were removed. */
export async function findOwnerId(db: Store, domainId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('domainId', '=', domainId)
    .where('parentId', 'is', null)
    .orderBy(sql`removed_on is null`, 'desc')
    .orderBy('createdOn')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/**
 * Domain by its name in the addresses of functions, or by a host name of its own, with its owner; undefined for one that is
 * locked or closed.
 */
export async function findAddressedDomain(
  db: Store,
  place: FunctionsPlace,
): Promise<{ domainId: string; ownerId: string } | undefined> {
  return db
    .selectFrom('domains')
    .innerJoin('users', 'users.domainId', 'domains.id')
    .select(['domains.id as domainId', 'users.id as ownerId'])
    .where((where) =>
      'addressName' in place
        ? where('domains.addressName', '=', place.addressName)
        : where(
            'domains.id',
            '=',
            where
              .selectFrom('functionHosts')
              .select('functionHosts.domainId')
              .where('functionHosts.hostName', '=', place.hostName),
          ),
    )
    .where('domains.lockedOn', 'is', null)
    .where('domains.closedOn', 'is', null)
    .where('users.parentId', 'is', null)
    .where('users.removedOn', 'is', null)
    .orderBy('users.createdOn')
    .orderBy('users.id')
    .limit(1)
    .executeTakeFirst();
}

export async function findAddressName(db: Store, domainId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('domains')
    .select('addressName')
    .where('id', '=', domainId)
    .executeTakeFirst();
  return row?.addressName;
}

/** Owners of domains, as the payers of usage without a person. */
export async function listOwners(
  db: Store,
  domainIds: readonly string[],
): Promise<{ domainId: string; ownerId: string }[]> {
  return db
    .selectFrom('users')
    .distinctOn('domainId')
    .select(['domainId', 'id as ownerId'])
    .where('domainId', 'in', domainIds)
    .where('parentId', 'is', null)
    .orderBy('domainId')
    .orderBy(sql`removed_on is null`, 'desc')
    .orderBy('createdOn')
    .orderBy('id')
    .execute();
}

/** Domain of a user, removed or not. */
export async function findDomainIdOfUser(db: Store, userId: string): Promise<string | undefined> {
  const row = await db.selectFrom('users').select('domainId').where('id', '=', userId).executeTakeFirst();
  return row?.domainId;
}

function selectEntries(db: Store) {
  return db.selectFrom('domains').select([
    'domains.id',
    'domains.name',
    'domains.createdOn',
    'domains.lockedOn',
    'domains.lockedBecause',
    'domains.closedOn',
    'domains.contentEndsOn',
    sql<Owner | null>`(
        select json_build_object('userId', id, 'username', username, 'firstName', first_name,
                 'lastName', last_name, 'email', email)
          from users
         where domain_id = domains.id and parent_id is null and removed_on is null
         order by created_on, id
         limit 1)`.as('owner'),
    // Not "exists": for a page of domains it would read the users of all.
    sql<boolean>`coalesce((
        select is_admin
          from users
         where domain_id = domains.id and removed_on is null
         order by is_admin desc
         limit 1), false)`.as('hasAdministrator'),
  ]);
}
