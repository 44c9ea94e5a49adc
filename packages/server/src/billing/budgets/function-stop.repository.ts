import { notify } from '@atrium/host/database/notifications';
import { sql } from 'kysely';
import type { Store } from '../../database/schema.ts';
import type { Customer } from '../customer.ts';
import type { BudgetRow } from './budget.repository.ts';

export const STOPS_CHANGED_CHANNEL = 'atrium_stops_changed';

/** Tells every process that a cap of a customer has been reached, changed or removed; leaves with the transaction. */
export async function announceStops(transaction: Store, userId: string): Promise<void> {
  await notify(transaction, STOPS_CHANGED_CHANNEL, userId);
}

export type ReachedCap = Pick<BudgetRow, 'cents' | 'stops' | 'reachedIn'>;

/** Caps of a customer that a month from this one on has reached, smallest first. */
export async function listReachedCaps(
  db: Store,
  { domainId, userId }: Customer,
  month: string,
): Promise<ReachedCap[]> {
  return db
    .selectFrom('budgets')
    .select(['cents', 'stops', 'reachedIn'])
    .where('domainId', '=', domainId)
    .where('userId', '=', userId)
    .where('reachedIn', '>=', month)
    .where(sql<boolean>`stops <> '[]'`)
    .orderBy('cents')
    .orderBy('id')
    .execute();
}
