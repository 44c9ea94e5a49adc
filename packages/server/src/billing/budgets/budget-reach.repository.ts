import { sql } from 'kysely';
import type { Store } from '../../database/schema.ts';
import type { Customer } from '../customer.ts';
import { ALL_USERS, type Days } from '../metering/usage-day.repository.ts';
import type { BudgetRow } from './budget.repository.ts';

/**
 * Records the budgets that a month has reached; returns newly recorded ones, smallest first. Of concurrent calls, the
 * first gets them: the others wait for it and find them recorded.
 */
export async function updateReached(
  transaction: Store,
  { domainId, userId }: Customer,
  { month, usageCents, now }: { month: string; usageCents: number; now: Date },
): Promise<Pick<BudgetRow, 'cents' | 'stops'>[]> {
  const rows = await transaction
    .updateTable('budgets')
    .set({ reachedIn: month, reachedOn: now })
    .where('domainId', '=', domainId)
    .where('userId', '=', userId)
    .where('cents', '<=', usageCents)
    .where(isOpen(month))
    .returning(['cents', 'stops'])
    .execute();
  return rows.sort((a, b) => a.cents - b.cents);
}

/** Up to `limit` customers with an id above `after` with usage in a month and budgets open in it, by id. */
export async function listCustomersToCheck(
  db: Store,
  month: string,
  { start, end }: Days,
  after: string,
  limit: number,
): Promise<Customer[]> {
  return db
    .selectFrom('budgets')
    .select(['domainId', 'userId'])
    .distinct()
    .where('userId', '>', after)
    .where(isOpen(month))
    .where(
      sql<boolean>`exists (
        select from usage_metric_days used where used.domain_id = budgets.domain_id and payer_id = budgets.user_id
          and used.user_id = ${ALL_USERS} and day between ${start} and ${end})`,
    )
    .orderBy('userId')
    .orderBy('domainId')
    .limit(limit)
    .execute();
}

/** Lists payers with caps that are open in a month, by id. */
export async function listCapped(db: Store, month: string, payers: readonly Customer[]): Promise<Customer[]> {
  if (payers.length === 0) return [];
  return db
    .selectFrom('budgets')
    .select(['domainId', 'userId'])
    .distinct()
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('domainId', 'userId'),
        'in',
        payers.map(({ domainId, userId }) => tuple(domainId, userId)),
      ),
    )
    .where(isOpen(month))
    .where(sql<boolean>`stops <> '[]'`)
    .orderBy('userId')
    .execute();
}

/** Not reached in the month, nor in a later one: the month before is looked at again when a month begins. */
const isOpen = (month: string) => sql<boolean>`(reached_in is null or reached_in < ${month})`;
