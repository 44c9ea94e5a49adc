import { notify } from '@atrium/host/database/notifications';
import type { Store } from '../database/schema.ts';
import { trimDecimal } from './amount.ts';
import type { PriceRevision } from './price-revision.ts';

export const PRICES_CHANGED_CHANNEL = 'atrium_prices_changed';

/** Leaves with the transaction of the change. */
function announcePrices(transaction: Store): Promise<void> {
  return notify(transaction, PRICES_CHANGED_CHANNEL, '');
}

/** One revision per rule and day: the last revision of a day applies. Notifies every process. */
export async function insertPriceRevision(
  db: Store,
  {
    ruleId,
    startsOn,
    cents,
    units,
  }: { ruleId: string; startsOn: string; cents: string | null; units: number },
  now: Date,
): Promise<void> {
  const values = { cents, units, createdOn: now };
  await db
    .insertInto('priceRevisions')
    .values({ ruleId, startsOn, ...values })
    .onConflict((conflict) => conflict.columns(['ruleId', 'startsOn']).doUpdateSet(values))
    .execute();
  await announcePrices(db);
}

/** Takes back the price planned for a day after `today`. True when there was one. */
export async function deletePlannedRevision(
  db: Store,
  ruleId: string,
  startsOn: string,
  today: string,
): Promise<boolean> {
  const row = await db
    .deleteFrom('priceRevisions')
    .where('ruleId', '=', ruleId)
    .where('startsOn', '=', startsOn)
    .where('startsOn', '>', today)
    .returning('ruleId')
    .executeTakeFirst();
  await announcePrices(db);
  return row !== undefined;
}

/** Deletes revisions planned for days after `day`. */
export async function deleteLaterRevisions(db: Store, ruleId: string, day: string): Promise<void> {
  await db.deleteFrom('priceRevisions').where('ruleId', '=', ruleId).where('startsOn', '>', day).execute();
  await announcePrices(db);
}

/** Every revision of every rule, the removed ones included. */
export async function listPriceRevisions(db: Store): Promise<PriceRevision[]> {
  const rows = await db
    .selectFrom('priceRevisions as revision')
    .innerJoin('priceRules as rule', 'rule.id', 'revision.ruleId')
    .select(['ruleId', 'service', 'target', 'metric', 'measure', 'startsOn', 'cents', 'units'])
    .orderBy('service')
    .orderBy('target')
    .orderBy('metric')
    .orderBy('measure')
    .orderBy('ruleId')
    .orderBy('startsOn')
    .execute();
  return rows.map(({ cents, units, ...revision }) => ({
    ...revision,
    price: cents === null ? null : { cents: trimDecimal(cents), units },
  }));
}
