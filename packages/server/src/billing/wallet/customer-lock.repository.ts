import { sql } from 'kysely';
import type { Store } from '../../database/schema.ts';
import type { Customer } from '../customer.ts';

/** Serializes changes of a customer's cards and addresses. */
export async function lockCustomer(transaction: Store, { userId }: Customer): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`atrium.billing.${userId}`}, 0))`.execute(
    transaction,
  );
}

/** Like `lockCustomer` for many customers; locks in a fixed order to avoid deadlocks. */
export async function lockCustomers(transaction: Store, customers: Customer[]): Promise<void> {
  const keys = customers.map(({ userId }) => `atrium.billing.${userId}`).sort();
  await sql`
    select pg_advisory_xact_lock(hashtextextended(key, 0))
    from unnest(${keys}::text[]) with ordinality as customer(key, place) order by place`.execute(transaction);
}
