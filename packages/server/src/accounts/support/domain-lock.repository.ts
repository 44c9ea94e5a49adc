import type { Store } from '../../database/schema.ts';

/** When a domain was closed and locked; no one changes that before the transaction ends. */
export function findDomainHeld(
  transaction: Store,
  id: string,
): Promise<{ closedOn: Date | null; lockedOn: Date | null } | undefined> {
  return transaction
    .selectFrom('domains')
    .select(['closedOn', 'lockedOn'])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();
}

/** Whether a domain is neither closed nor locked. */
export async function hasOpenDomain(db: Store, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('domains')
    .select('id')
    .where('id', '=', id)
    .where('closedOn', 'is', null)
    .where('lockedOn', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks the domain, or unlocks it; false if it already was as it should be. */
export async function updateDomainLock(
  transaction: Store,
  id: string,
  lock: { lockedOn: Date; lockedBecause: string } | null,
): Promise<boolean> {
  const row = await transaction
    .updateTable('domains')
    .set(lock ?? { lockedOn: null, lockedBecause: null })
    .where('id', '=', id)
    .where('lockedOn', lock === null ? 'is not' : 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
