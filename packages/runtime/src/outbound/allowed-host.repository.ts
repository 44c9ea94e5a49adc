import type { Selectable } from 'kysely';
import type { Store } from '../database/schema.ts';
import type { OutboundTables } from './outbound.tables.ts';

type AllowedHostRow = Selectable<OutboundTables['allowedHost']>;

export function listAllowedHosts(db: Store, domainId: string): Promise<AllowedHostRow[]> {
  return db.selectFrom('allowedHost').selectAll().where('domainId', '=', domainId).orderBy('host').execute();
}

/** Allows hosts; rows of hosts that are allowed already stay as they are. */
export async function insertAllowedHosts(db: Store, rows: readonly AllowedHostRow[]): Promise<void> {
  await db
    .insertInto('allowedHost')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['domainId', 'host']).doNothing())
    .execute();
}

/** Returns whether there was one. */
export async function deleteAllowedHost(db: Store, domainId: string, host: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('allowedHost')
    .where('domainId', '=', domainId)
    .where('host', '=', host)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteAllowedHosts(transaction: Store, domainId: string): Promise<void> {
  await transaction.deleteFrom('allowedHost').where('domainId', '=', domainId).execute();
}
