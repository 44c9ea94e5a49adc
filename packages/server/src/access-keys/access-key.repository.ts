import type { AccessKey } from '@atrium/contract/access-keys/access-key-fields';
import type { Selectable, SqlBool } from 'kysely';
import type { Store } from '../database/schema.ts';
import type { AccessKeysTables } from './access-keys.tables.ts';

const columns = [
  'id',
  'key',
  'type',
  'fingerprint',
  'domainId',
  'userId',
  'serviceId',
  'createdAt',
  'updatedAt',
  'lastUsedAt',
  'expiresAt',
] as const;

/** Without what its user is called, which another area knows. */
export type StoredAccessKey = Omit<AccessKey, 'username' | 'isOfAdministrator'> & { domainId: string | null };

type Row = Pick<Selectable<AccessKeysTables['accessKeys']>, (typeof columns)[number]> & {
  isManaged: SqlBool;
};

const toAccessKey = (row: Row): StoredAccessKey => ({
  ...row,
  isManaged: row.isManaged === true,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  expiresAt: row.expiresAt?.toISOString() ?? null,
});

export async function listAccessKeys(db: Store): Promise<StoredAccessKey[]> {
  const rows = await selectAccessKeys(db).orderBy('id').execute();
  return rows.map(toAccessKey);
}

/** Access keys that sign in as a person of a domain, in no order. */
export async function listAccessKeysOfDomain(db: Store, domainId: string): Promise<StoredAccessKey[]> {
  const rows = await selectAccessKeys(db).where('domainId', '=', domainId).execute();
  return rows.map(toAccessKey);
}

export async function findAccessKey(db: Store, id: string): Promise<StoredAccessKey | undefined> {
  const row = await selectAccessKeys(db).where('id', '=', id).executeTakeFirst();
  return row && toAccessKey(row);
}

function selectAccessKeys(db: Store) {
  return db
    .selectFrom('accessKeys')
    .select(columns)
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('serviceKeys')
          .select('serviceKeys.accessKeyId')
          .whereRef('serviceKeys.accessKeyId', '=', 'accessKeys.id'),
      ).as('isManaged'),
    );
}

export interface AccessKeyDraft {
  id: string;
  key: string;
  type: string;
  fingerprint: string;
  domainId: string | null;
  userId: string | null;
  serviceId: string | null;
  createdAt: Date;
  expiresAt: Date | null;
  /** User who stored the public key, and when; absent for services that register. */
  keySetBy?: string;
  keySetOn?: Date;
}

export async function insertAccessKey(db: Store, key: AccessKeyDraft): Promise<void> {
  await db
    .insertInto('accessKeys')
    .values({ ...key, updatedAt: key.createdAt })
    .execute();
}

export async function updateAccessKey(
  db: Store,
  id: string,
  change: Pick<AccessKeyDraft, 'key' | 'type' | 'fingerprint' | 'keySetBy' | 'keySetOn'> & {
    updatedAt: Date;
    expiresAt: Date | null;
  },
): Promise<void> {
  await db.updateTable('accessKeys').set(change).where('id', '=', id).execute();
}

export async function updateAccessKeyUsed(db: Store, id: string, lastUsedAt: Date): Promise<void> {
  await db.updateTable('accessKeys').set({ lastUsedAt }).where('id', '=', id).execute();
}

/** The keys of a service, except one, stop working; those that no longer did are deleted. */
export async function updateServiceKeysReplaced(
  db: Store,
  serviceId: string,
  except: string,
  { now, expiresAt }: { now: Date; expiresAt: Date },
): Promise<void> {
  await db
    .deleteFrom('accessKeys')
    .where('serviceId', '=', serviceId)
    .where('id', '!=', except)
    .where('expiresAt', '<=', now)
    .execute();
  await db
    .updateTable('accessKeys')
    .set({ expiresAt })
    .where('serviceId', '=', serviceId)
    .where('id', '!=', except)
    .execute();
}

export async function deleteAccessKey(db: Store, id: string): Promise<void> {
  await db.deleteFrom('accessKeys').where('id', '=', id).execute();
}

/** Deletes keys whose public key a person has stored since a time, for any user. */
export function deleteAccessKeysSetSince(
  db: Store,
  userId: string,
  since: Date,
): Promise<Pick<StoredAccessKey, 'id' | 'fingerprint' | 'domainId'>[]> {
  return db
    .deleteFrom('accessKeys')
    .where('keySetBy', '=', userId)
    .where('keySetOn', '>=', since)
    .returning(['id', 'fingerprint', 'domainId'])
    .execute();
}

/** Deletes a user's keys and returns them. */
export function deleteAccessKeysOfUser(
  db: Store,
  { userId, domainId }: { userId: string; domainId: string },
): Promise<Pick<StoredAccessKey, 'id'>[]> {
  return db
    .deleteFrom('accessKeys')
    .where('userId', '=', userId)
    .where('domainId', '=', domainId)
    .returning('id')
    .execute();
}

/** Lists keys whose public key a person has stored, for any user. */
export function listAccessKeysSetBy(db: Store, userId: string): Promise<Pick<StoredAccessKey, 'id'>[]> {
  return db.selectFrom('accessKeys').select('id').where('keySetBy', '=', userId).orderBy('id').execute();
}

/** Every key that a service signs in with. */
export async function deleteAccessKeysOfService(db: Store, serviceId: string): Promise<void> {
  await db.deleteFrom('accessKeys').where('serviceId', '=', serviceId).execute();
}

/** Deletes the keys of everyone who belongs to a domain. */
export async function deleteAccessKeysOf(db: Store, domainId: string): Promise<void> {
  await db.deleteFrom('accessKeys').where('domainId', '=', domainId).execute();
}
