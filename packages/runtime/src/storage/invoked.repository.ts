import { sql } from 'kysely';
import { portionsOf } from '../database/portions.ts';
import type { Store } from '../database/schema.ts';
import type { StorageTables } from './storage.tables.ts';

export type Invoked = StorageTables['invoked'];
export type Amount = Exclude<keyof Invoked, 'day' | 'domainId' | 'minute'>;
type Unit = 'minute' | 'day';

/** Unit of time in which each amount is counted. */
export const UNIT_OF: Readonly<Record<Amount, Unit>> = {
  minuteCalls: 'minute',
  dayCalls: 'day',
  dayCpuMs: 'day',
  dayAddressCalls: 'day',
  dayFetches: 'day',
  dayFetchBytes: 'day',
};
export const AMOUNTS = Object.keys(UNIT_OF) as Amount[];

/** Adds the calls that a process has counted; returns what all processes have. Calls of a time that is over do not count. */
export async function updateInvoked(db: Store, counted: readonly Invoked[]): Promise<Invoked[]> {
  // Sorted, so that two processes lock the same rows in the same order.
  const rows = counted.toSorted((a, b) => (a.domainId < b.domainId ? -1 : 1));
  const sum = (amount: Amount) => {
    const unit = UNIT_OF[amount];
    const [before, calls] = [sql.ref(`invoked.${unit}`), sql.ref(`invoked.${amount}`)];
    const [now, more] = [sql.ref(`excluded.${unit}`), sql.ref(`excluded.${amount}`)];
    return sql<number>`case when ${before} = ${now} then ${calls} + ${more}
                            when ${before} > ${now} then ${calls} else ${more} end`;
  };
  const latest = (unit: Unit) =>
    sql<number>`greatest(${sql.ref(`invoked.${unit}`)}, ${sql.ref(`excluded.${unit}`)})`;
  const updated: Invoked[] = [];
  for (const some of portionsOf(rows)) {
    const stored = await db
      .insertInto('invoked')
      .values(some)
      .onConflict((conflict) =>
        conflict.column('domainId').doUpdateSet({
          ...Object.fromEntries(AMOUNTS.map((amount) => [amount, sum(amount)])),
          minute: latest('minute'),
          day: latest('day'),
        }),
      )
      .returningAll()
      .execute();
    updated.push(...stored);
  }
  return updated;
}

export async function findInvoked(db: Store, domainId: string): Promise<Invoked | undefined> {
  return db.selectFrom('invoked').selectAll().where('domainId', '=', domainId).executeTakeFirst();
}
