import type { FirstStepsState, Theme } from '@atrium/contract/accounts/user';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Database, Store } from '../../database/schema.ts';

/** A user as the server knows it; the password hash never leaves the accounts domain. */
export interface Account {
  userId: string;
  domainId: string;
  /** Name of the domain. */
  domain: string;
  parentId: string | null;
  username: string;
  email: string;
  pendingEmail: string | null;
  firstName: string;
  lastName: string;
  passwordHash: string | null;
  isAdmin: boolean;
  roles: string[];
  theme: Theme;
  firstSteps: FirstStepsState;
  /** They have opened the link to their address, or come from the identity provider of their domain. */
  isConfirmed: boolean;
  /** Only the identity provider of their domain says that the address is theirs, so it gets no mail but to confirm it. */
  isEmailUnproved: boolean;
  /** Their domain is locked. */
  isLocked: boolean;
  createdOn: Date;
  /** When a child user was last invited. */
  invitedOn: Date | null;
}

const IS_CONFIRMED = sql<boolean>`(users.email_confirmed_on is not null or users.email_stated)`;

/** A user within its domain. */
export type UserKey = Pick<Account, 'userId' | 'domainId'>;

export async function insertUser(db: Store, user: Insertable<Database['users']>): Promise<void> {
  await db.insertInto('users').values(user).execute();
}

export async function updateUser(
  db: Store,
  { userId, domainId }: UserKey,
  changes: Updateable<Database['users']>,
): Promise<void> {
  await db
    .updateTable('users')
    .set(changes)
    .where('id', '=', userId)
    .where('domainId', '=', domainId)
    .execute();
}

/** Notes the first sign-in of a user; returns whether this was it. */
export async function updateFirstSignIn(
  db: Store,
  { userId, domainId }: UserKey,
  firstSignedInOn: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ firstSignedInOn })
    .where('id', '=', userId)
    .where('domainId', '=', domainId)
    .where('firstSignedInOn', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** The user that a caller is. */
export async function findOwnUser(db: Store, { userId, domainId }: UserKey): Promise<Account | undefined> {
  return selectAccounts(db)
    .where('users.id', '=', userId)
    .where('users.domainId', '=', domainId)
    .executeTakeFirst();
}

/** Until the transaction ends, others who lock or change the user wait; inserts of references to the user do not. */
export async function lockUser(transaction: Store, { userId, domainId }: UserKey): Promise<void> {
  await transaction
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('domainId', '=', domainId)
    .forNoKeyUpdate()
    .execute();
}

/** By what identifies the user (a link in a mail, an access key): only then is the domain known. */
export async function findUser(db: Store, userId: string): Promise<Account | undefined> {
  return selectAccounts(db).where('users.id', '=', userId).executeTakeFirst();
}

/** Returns the owner of a closed domain, until its content is deleted: for mails about open bills. */
export async function findClosedOwner(db: Store, userId: string): Promise<Account | undefined> {
  return selectKeptAccounts(db)
    .where('users.id', '=', userId)
    .where('users.parentId', 'is', null)
    .where('domains.closedOn', 'is not', null)
    .executeTakeFirst();
}

export async function findUserByUsername(db: Store, username: string): Promise<Account | undefined> {
  return selectAccounts(db)
    .where(sql<string>`lower(users.username)`, '=', username.toLowerCase())
    .executeTakeFirst();
}

/** The one to whom a confirmed address belongs. */
export async function findUserByEmail(db: Store, email: string): Promise<Account | undefined> {
  return selectAccounts(db)
    .where(sql<string>`lower(users.email)`, '=', email.toLowerCase())
    .where('users.emailConfirmedOn', 'is not', null)
    .where('users.emailStated', '=', false)
    .executeTakeFirst();
}

/** The one to whom a confirmed address belongs in a closed domain, with the end of the time in which it can be reopened. */
export async function findClosedUserByEmail(
  db: Store,
  email: string,
): Promise<(Account & { reopenableUntil: Date | null }) | undefined> {
  return selectKeptAccounts(db)
    .select(
      sql<Date | null>`case when domains.content_deletion_began_on is null then domains.content_ends_on end`.as(
        'reopenableUntil',
      ),
    )
    .where(sql<string>`lower(users.email)`, '=', email.toLowerCase())
    .where('users.emailConfirmedOn', 'is not', null)
    .where('users.emailStated', '=', false)
    .where('domains.closedOn', 'is not', null)
    .executeTakeFirst();
}

/** The latest account that waits for this address to be confirmed. */
export async function findUnconfirmedUserByEmail(db: Store, email: string): Promise<Account | undefined> {
  return selectUnconfirmed(db, email).executeTakeFirst();
}

/** Whom a domain knows by an address: its owner, one of its people, or whom it has invited latest, in this order. */
export async function findUserOfDomainByEmail(
  db: Store,
  domainId: string,
  email: string,
): Promise<Account | undefined> {
  return selectAccounts(db)
    .where(sql<string>`lower(users.email)`, '=', email.toLowerCase())
    .where('users.domainId', '=', domainId)
    .orderBy(sql`users.parent_id is not null`)
    .orderBy(sql`${IS_CONFIRMED} desc`)
    .orderBy('users.createdOn', 'desc')
    .orderBy('users.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Returns the user with this address stated by their domain's identity provider. Prefers users who can't sign in there
 * any more.
 */
export async function findStatedUserByEmail(db: Store, email: string): Promise<Account | undefined> {
  return selectAccounts(db)
    .where(sql<string>`lower(users.email)`, '=', email.toLowerCase())
    .where('users.emailStated', '=', true)
    .orderBy(
      sql`users.password_hash is null and exists (
        select from identities join identity_providers on identity_providers.id = identities.provider_id
         where identities.user_id = users.id and identity_providers.domain_id = users.domain_id)`,
    )
    .orderBy('users.createdOn', 'desc')
    .orderBy('users.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Returns a child user with an open invitation to this address, the latest first. */
export function findInvitedUserByEmail(db: Store, email: string): Promise<Account | undefined> {
  return selectUnconfirmed(db, email).where('users.parentId', 'is not', null).executeTakeFirst();
}

export async function findDomainOwner(db: Store, domainId: string): Promise<Account | undefined> {
  return selectAccounts(db)
    .where('users.domainId', '=', domainId)
    .where('users.parentId', 'is', null)
    .orderBy('users.createdOn')
    .orderBy('users.id')
    .limit(1)
    .executeTakeFirst();
}

export async function listChildUsers(db: Store, domainId: string, parentId: string): Promise<Account[]> {
  return selectAccounts(db)
    .where('users.domainId', '=', domainId)
    .where('users.parentId', '=', parentId)
    .orderBy(sql`lower(users.username)`)
    .orderBy('users.id')
    .execute();
}

/** The owner of a domain and its child users: the owner first, then by name. */
export async function listDomainUsers(db: Store, domainId: string): Promise<Account[]> {
  return selectAccounts(db)
    .where('users.domainId', '=', domainId)
    .orderBy(sql`users.parent_id is not null`)
    .orderBy(sql`lower(users.username)`)
    .orderBy('users.id')
    .execute();
}

export async function findChildUser(
  db: Store,
  domainId: string,
  parentId: string,
  userId: string,
): Promise<Account | undefined> {
  return selectAccounts(db)
    .where('users.domainId', '=', domainId)
    .where('users.parentId', '=', parentId)
    .where('users.id', '=', userId)
    .executeTakeFirst();
}

/** Counts child users of a domain with an open invitation. */
export async function countOpenInvitations(db: Store, domainId: string): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('domainId', '=', domainId)
    .where('parentId', 'is not', null)
    .where('emailConfirmedOn', 'is', null)
    .where('emailStated', '=', false)
    .where('removedOn', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Names of users, removed ones included. */
export async function listUsernames(
  db: Store,
  userIds: readonly string[],
): Promise<{ userId: string; username: string }[]> {
  return db
    .selectFrom('users')
    .select(['id as userId', 'username'])
    .where('id', 'in', userIds)
    .orderBy('id')
    .execute();
}

/** Administrators of the platform, in whichever domain they are. */
export async function listAdministratorIds(db: Store): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('isAdmin', '=', true)
    .where('removedOn', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the impersonator's username, if any. */
export async function findActor(
  db: Store,
  impersonatorId: string | null | undefined,
): Promise<string | undefined> {
  if (impersonatorId === null || impersonatorId === undefined) return undefined;
  return (await listUsernames(db, [impersonatorId]))[0]?.username;
}

/** Returns the payers of users' usage: the parent of a child user, else the user. */
export async function listCustomers(
  db: Store,
  userIds: readonly string[],
): Promise<{ userId: string; domainId: string; payerId: string }[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'domainId', 'parentId'])
    .where('id', 'in', userIds)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    userId: row.id,
    domainId: row.domainId,
    payerId: row.parentId ?? row.id,
  }));
}

/** Users of a domain, removed ones included, whose username contains a text. */
export async function listUserIdsLike(db: Store, domainId: string, text: string): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('domainId', '=', domainId)
    .where(sql<boolean>`position(lower(${text}) in lower(username)) > 0`)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Selects the latest user with this unconfirmed address. */
function selectUnconfirmed(db: Store, email: string) {
  return selectAccounts(db)
    .where(sql<string>`lower(users.email)`, '=', email.toLowerCase())
    .where('users.emailConfirmedOn', 'is', null)
    .where('users.emailStated', '=', false)
    .orderBy('users.createdOn', 'desc')
    .orderBy('users.id', 'desc')
    .limit(1);
}

function selectAccounts(db: Store) {
  // People of closed domains are never found: not by sign-in, key or link.
  return selectKeptAccounts(db).where('domains.closedOn', 'is', null);
}

/** Includes people of closed domains. */
function selectKeptAccounts(db: Store) {
  return db
    .selectFrom('users')
    .innerJoin('domains', 'domains.id', 'users.domainId')
    .select([
      'users.id as userId',
      'users.domainId',
      'domains.name as domain',
      'users.parentId',
      'users.username',
      'users.email',
      'users.pendingEmail',
      'users.firstName',
      'users.lastName',
      'users.passwordHash',
      'users.isAdmin',
      'users.roles',
      'users.theme',
      'users.firstSteps',
      IS_CONFIRMED.as('isConfirmed'),
      sql<boolean>`users.email_confirmed_on is null and users.email_stated`.as('isEmailUnproved'),
      sql<boolean>`domains.locked_on is not null`.as('isLocked'),
      'users.createdOn',
      'users.invitedOn',
    ])
    .where('users.removedOn', 'is', null);
}

/** Addresses among some, in small letters, that belong to people of a domain and are confirmed. */
export async function listConfirmedAddresses(
  db: Store,
  domainId: string,
  addresses: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select(sql<string>`lower(email)`.as('address'))
    .where('domainId', '=', domainId)
    .where('removedOn', 'is', null)
    .where('emailConfirmedOn', 'is not', null)
    .where(sql<string>`lower(email)`, 'in', [...addresses])
    .execute();
  return rows.map(({ address }) => address);
}
