import type { ValueKind } from '@atrium/contract/service-api/functions/value-fields';
import { type Selectable, sql } from 'kysely';
import type { Store } from '../database/schema.ts';
import type { ValuesTables } from './values.tables.ts';

export type ValueRow = Selectable<ValuesTables['functionValue']>;

export interface ValueKey {
  domainId: string;
  kind: ValueKind;
  name: string;
}

/** Changes of a domain's values wait for each other: their number and length are limited. */
export async function lockValues(transaction: Store, domainId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`values ${domainId}`}))`.execute(transaction);
}

export function listValueRows(db: Store, domainId: string): Promise<ValueRow[]> {
  return db
    .selectFrom('functionValue')
    .selectAll()
    .where('domainId', '=', domainId)
    .orderBy('kind')
    .orderBy('name')
    .execute();
}

export async function upsertValue(db: Store, row: Omit<ValueRow, 'usedOn'>): Promise<void> {
  const { domainId, kind, name, ...changes } = row;
  await db
    .insertInto('functionValue')
    .values({ domainId, kind, name, usedOn: null, ...changes })
    .onConflict((conflict) => conflict.columns(['domainId', 'kind', 'name']).doUpdateSet(changes))
    .execute();
}

/** Returns whether there was one. */
export async function deleteValue(db: Store, { domainId, kind, name }: ValueKey): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('functionValue')
    .where('domainId', '=', domainId)
    .where('kind', '=', kind)
    .where('name', '=', name)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes former values whose time is over. */
export async function deleteFormerValues(db: Store, domainId: string, now: Date): Promise<void> {
  await db
    .updateTable('functionValue')
    .set({ previousValue: null, previousUntil: null })
    .where('domainId', '=', domainId)
    .where('previousUntil', '<=', now)
    .execute();
}

export async function updateUsedOn(
  db: Store,
  domainId: string,
  { kind, names, now }: { kind: ValueKind; names: readonly string[]; now: Date },
): Promise<void> {
  if (names.length === 0) return;
  await db
    .updateTable('functionValue')
    .set({ usedOn: now })
    .where('domainId', '=', domainId)
    .where('kind', '=', kind)
    .where('name', 'in', names)
    .execute();
}

export async function deleteValues(transaction: Store, domainId: string): Promise<void> {
  await transaction.deleteFrom('functionValue').where('domainId', '=', domainId).execute();
}
