import type { DomainConfig } from '@atrium/contract/accounts/domain-config';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Database, Store } from '../database/schema.ts';

export async function insertDomain(db: Store, domain: Insertable<Database['domains']>): Promise<void> {
  await db.insertInto('domains').values(domain).execute();
}

export async function updateDomain(
  db: Store,
  id: string,
  changes: Updateable<Database['domains']>,
): Promise<void> {
  await db.updateTable('domains').set(changes).where('id', '=', id).execute();
}

export async function findDomainSettings(db: Store, id: string) {
  return db
    .selectFrom('domains')
    .select(['host_name as hostName', 'default_path as defaultPath'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** The settings for a host name, else those of the default domain. */
export async function findDomainConfig(db: Store, hostName: string): Promise<DomainConfig | undefined> {
  const row = await db
    .selectFrom('domains')
    .select(['name', 'default_path'])
    .where((where) =>
      where.or([
        where(sql<string>`lower(host_name)`, '=', hostName.toLowerCase()),
        where('is_default', '=', true),
      ]),
    )
    .orderBy('is_default')
    .limit(1)
    .executeTakeFirst();
  return row && { domain: row.name, defaultPath: row.default_path };
}

/** Of several first starts at once on one database, one makes the platform's domain. */
export async function lockDefaultDomain(transaction: Store): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('atrium.default_domain'))`.execute(transaction);
}

export async function findDefaultDomainId(db: Store): Promise<string | undefined> {
  return (await db.selectFrom('domains').select('id').where('is_default', '=', true).executeTakeFirst())?.id;
}

export async function findDomainName(db: Store, id: string): Promise<string | undefined> {
  return (await db.selectFrom('domains').select('name').where('id', '=', id).executeTakeFirst())?.name;
}
