import { type Selectable, sql } from 'kysely';
import type { Store } from '../../database/schema.ts';
import type { AccountsTables } from '../accounts.tables.ts';

export type FunctionHost = Selectable<AccountsTables['functionHosts']>;

export function listFunctionHosts(db: Store, domainId: string): Promise<FunctionHost[]> {
  return db
    .selectFrom('functionHosts')
    .selectAll()
    .where('domainId', '=', domainId)
    .orderBy('hostName')
    .execute();
}

/** Throws for a name that a domain has already: `function_hosts_pkey`. */
export async function insertFunctionHost(db: Store, host: FunctionHost): Promise<void> {
  await db.insertInto('functionHosts').values(host).execute();
}

/** False if the domain does not have it. */
export async function deleteFunctionHost(db: Store, domainId: string, hostName: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('functionHosts')
    .where('domainId', '=', domainId)
    .where('hostName', '=', hostName)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Name of the domain that functions of a host belong to. */
export async function findHostHolder(db: Store, hostName: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('functionHosts')
    .innerJoin('domains', 'domains.id', 'functionHosts.domainId')
    .select('domains.name')
    .where('functionHosts.hostName', '=', hostName)
    .executeTakeFirst();
  return row?.name;
}

/** Name of the domain whose console is at a host. */
export async function findConsoleHolder(db: Store, hostName: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('domains')
    .select('name')
    .where(sql<string>`lower(host_name)`, '=', hostName)
    .executeTakeFirst();
  return row?.name;
}
