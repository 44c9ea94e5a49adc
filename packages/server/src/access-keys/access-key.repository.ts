import type { AccessKey } from '@atrium/contract/access-keys/access-key';
import type { Selectable } from 'kysely';
import type { Store } from '../database/schema.ts';
import type { AccessKeysTables } from './access-keys.tables.ts';

const toAccessKey = (row: Selectable<AccessKeysTables['access_keys']>): AccessKey => ({
  id: row.id,
  key: row.key,
  type: row.type,
  fingerprint: row.fingerprint,
  userId: row.user_id,
  serviceId: row.service_id,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  expiresAt: row.expires_at?.toISOString() ?? null,
});

export async function listAccessKeys(db: Store): Promise<AccessKey[]> {
  const rows = await db.selectFrom('access_keys').selectAll().orderBy('id').execute();
  return rows.map(toAccessKey);
}

export async function findAccessKey(db: Store, id: string): Promise<AccessKey | undefined> {
  const row = await db.selectFrom('access_keys').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toAccessKey(row);
}

export interface NewAccessKey {
  id: string;
  key: string;
  type: string;
  fingerprint: string;
  domainId: string | null;
  userId: string | null;
  serviceId: string | null;
  createdAt: Date;
  expiresAt: Date | null;
}

export async function insertAccessKey(db: Store, key: NewAccessKey): Promise<void> {
  await db
    .insertInto('access_keys')
    .values({
      id: key.id,
      key: key.key,
      type: key.type,
      fingerprint: key.fingerprint,
      domain_id: key.domainId,
      user_id: key.userId,
      service_id: key.serviceId,
      created_at: key.createdAt,
      updated_at: key.createdAt,
      expires_at: key.expiresAt,
    })
    .execute();
}

export async function updateAccessKey(
  db: Store,
  id: string,
  change: { key: string; type: string; fingerprint: string; updatedAt: Date; expiresAt?: Date | null },
): Promise<void> {
  const { key, type, fingerprint, updatedAt, expiresAt } = change;
  await db
    .updateTable('access_keys')
    .set({
      key,
      type,
      fingerprint,
      updated_at: updatedAt,
      ...(expiresAt === undefined ? {} : { expires_at: expiresAt }),
    })
    .where('id', '=', id)
    .execute();
}

/** Notes a sign-in, at most once in `everyMs`, so that a busy machine does not write at each call. */
export async function updateAccessKeyUsed(
  db: Store,
  id: string,
  usedAt: Date,
  everyMs: number,
): Promise<void> {
  await db
    .updateTable('access_keys')
    .set({ last_used_at: usedAt })
    .where('id', '=', id)
    .where((expression) =>
      expression.or([
        expression('last_used_at', 'is', null),
        expression('last_used_at', '<', new Date(usedAt.getTime() - everyMs)),
      ]),
    )
    .execute();
}

export async function deleteAccessKey(db: Store, id: string): Promise<void> {
  await db.deleteFrom('access_keys').where('id', '=', id).execute();
}
