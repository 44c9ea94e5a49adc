import type { Theme, User } from '@atrium/contract/accounts/user';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Database, Store } from '../database/schema.ts';

type Row = Selectable<Database['users']>;

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
  isConfirmed: boolean;
  createdOn: Date;
}

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
    .where('domain_id', '=', domainId)
    .execute();
}

/** The user that a caller is. */
export async function findOwnUser(db: Store, { userId, domainId }: UserKey): Promise<Account | undefined> {
  return toAccount(
    await selectAccounts(db)
      .where('users.id', '=', userId)
      .where('users.domain_id', '=', domainId)
      .executeTakeFirst(),
  );
}

/** By what says who somebody is (a link of a mail, an access key): only then is the domain known. */
export async function findUser(db: Store, userId: string): Promise<Account | undefined> {
  return toAccount(await selectAccounts(db).where('users.id', '=', userId).executeTakeFirst());
}

export async function findUserByUsername(db: Store, username: string): Promise<Account | undefined> {
  return toAccount(
    await selectAccounts(db)
      .where(sql<string>`lower(users.username)`, '=', username.toLowerCase())
      .executeTakeFirst(),
  );
}

/** The one to whom a confirmed address belongs. */
export async function findUserByEmail(db: Store, email: string): Promise<Account | undefined> {
  return toAccount(
    await selectAccounts(db)
      .where(sql<string>`lower(users.email)`, '=', email.toLowerCase())
      .where('users.email_confirmed_on', 'is not', null)
      .executeTakeFirst(),
  );
}

/** The latest account that waits for this address to be confirmed. */
export async function findUnconfirmedUserByEmail(db: Store, email: string): Promise<Account | undefined> {
  return toAccount(
    await selectAccounts(db)
      .where(sql<string>`lower(users.email)`, '=', email.toLowerCase())
      .where('users.email_confirmed_on', 'is', null)
      .orderBy('users.created_on', 'desc')
      .orderBy('users.id', 'desc')
      .limit(1)
      .executeTakeFirst(),
  );
}

export async function listChildUsers(db: Store, domainId: string, parentId: string): Promise<Account[]> {
  const rows = await selectAccounts(db)
    .where('users.domain_id', '=', domainId)
    .where('users.parent_id', '=', parentId)
    .orderBy(sql`lower(users.username)`)
    .orderBy('users.id')
    .execute();
  return rows.map((row) => toAccount(row));
}

export async function findChildUser(
  db: Store,
  domainId: string,
  parentId: string,
  userId: string,
): Promise<Account | undefined> {
  return toAccount(
    await selectAccounts(db)
      .where('users.domain_id', '=', domainId)
      .where('users.parent_id', '=', parentId)
      .where('users.id', '=', userId)
      .executeTakeFirst(),
  );
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

/** Users of a domain, removed ones included, whose username contains a text. */
export async function listUserIdsLike(db: Store, domainId: string, text: string): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('domain_id', '=', domainId)
    .where(sql<boolean>`position(lower(${text}) in lower(username)) > 0`)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** What the user itself may see. */
export function toUser({
  passwordHash: _,
  theme,
  isConfirmed: __,
  createdOn: ___,
  ...account
}: Account): User {
  return { ...account, params: { theme } };
}

function selectAccounts(db: Store) {
  return db
    .selectFrom('users')
    .innerJoin('domains', 'domains.id', 'users.domain_id')
    .selectAll('users')
    .select('domains.name as domain_name')
    .where('users.removed_on', 'is', null);
}

function toAccount(row: Row & { domain_name: string }): Account;
function toAccount(row: (Row & { domain_name: string }) | undefined): Account | undefined;
function toAccount(row: (Row & { domain_name: string }) | undefined): Account | undefined {
  return (
    row && {
      userId: row.id,
      domainId: row.domain_id,
      domain: row.domain_name,
      parentId: row.parent_id,
      username: row.username,
      email: row.email,
      pendingEmail: row.pending_email,
      firstName: row.first_name,
      lastName: row.last_name,
      passwordHash: row.password_hash,
      isAdmin: row.is_admin,
      roles: row.roles,
      theme: row.theme,
      isConfirmed: row.email_confirmed_on !== null,
      createdOn: row.created_on,
    }
  );
}
