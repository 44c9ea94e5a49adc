import type { Store } from '../../database/schema.ts';
import type { Customer } from '../customer.ts';

/** Notes that a card has had the free tier; false if it had it before, in whatever domain. */
export async function insertFreeTierCard(
  db: Store,
  card: { provider: string; fingerprint: string; givenOn: Date } & Customer,
): Promise<boolean> {
  const { provider, fingerprint, givenOn, domainId, userId } = card;
  const row = await db
    .insertInto('freeTierCards')
    .values({ provider, fingerprint, givenOn, domainId, userId })
    .onConflict((conflict) => conflict.columns(['provider', 'fingerprint']).doNothing())
    .returning('fingerprint')
    .executeTakeFirst();
  return row !== undefined;
}
