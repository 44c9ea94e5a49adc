import type { DomainConfig } from '@atrium/contract/accounts/domain-config';
import type { SignInRules } from '@atrium/contract/accounts/second-factor';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Database, Store } from '../../database/schema.ts';

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
    .select(['hostName', 'defaultPath'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Returns the owner's rules for sign-ins. */
export function findDomainRules(db: Store, id: string): Promise<SignInRules | undefined> {
  return db.selectFrom('domains').select('requiresSecondFactor').where('id', '=', id).executeTakeFirst();
}

/** The settings for a host name, else those of the default domain. */
export async function findDomainConfig(db: Store, hostName: string): Promise<DomainConfig | undefined> {
  return db
    .selectFrom('domains')
    .select(['name as domain', 'defaultPath'])
    .where((where) =>
      where.or([
        where(sql<string>`lower(host_name)`, '=', hostName.toLowerCase()),
        where('isDefault', '=', true),
      ]),
    )
    .orderBy('isDefault')
    .limit(1)
    .executeTakeFirst();
}

/** If several first starts happen at once on one database, one of them creates the platform's domain. */
export async function lockDefaultDomain(transaction: Store): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('atrium.default_domain'))`.execute(transaction);
}

export async function findDefaultDomainId(db: Store): Promise<string | undefined> {
  return (await db.selectFrom('domains').select('id').where('isDefault', '=', true).executeTakeFirst())?.id;
}

/** Whether there is any domain besides the platform's own. */
export async function hasCustomerDomain(db: Store): Promise<boolean> {
  const other = db.selectFrom('domains').select('id').where('isDefault', '=', false).limit(1);
  return (await other.executeTakeFirst()) !== undefined;
}

export async function findDomainName(db: Store, id: string): Promise<string | undefined> {
  return (await db.selectFrom('domains').select('name').where('id', '=', id).executeTakeFirst())?.name;
}
