import type { Store } from '../database/schema.ts';
import { CHARGED_TWICE_TEXT, OTHER_AMOUNT_TEXT } from './payment-texts.ts';

/** Money that the provider took and that pays no invoice: someone has to refund it, or to settle one with it. */
export interface UnwantedCharge {
  domainId: string;
  invoiceNumber: string;
  amountCents: number;
  currency: string;
  provider: string;
  /** Null where the provider has it under an attempt that this database does not know. */
  providerPayment: string | null;
  error: string | null;
  createdOn: Date;
}

/** By the index of attempts that failed, which are few. */
const unwantedPayments = (db: Store) =>
  db
    .selectFrom('payments')
    .where('payments.status', '=', 'failed')
    .where('payments.error', 'in', [CHARGED_TWICE_TEXT, OTHER_AMOUNT_TEXT]);

/** Newest first. */
export function listUnwantedCharges(db: Store, limit: number): Promise<UnwantedCharge[]> {
  return unwantedPayments(db)
    .innerJoin('invoices', 'invoices.id', 'payments.invoiceId')
    .select([
      'payments.domainId',
      'invoices.number as invoiceNumber',
      'payments.amountCents',
      'payments.currency',
      'payments.provider',
      'payments.providerPayment',
      'payments.error',
      'payments.createdOn',
    ])
    .orderBy('payments.id', 'desc')
    .limit(limit)
    .execute();
}

/** In all, or those that were found from a time on. */
export async function countUnwantedCharges(db: Store, from?: Date): Promise<number> {
  const { count } = await unwantedPayments(db)
    .$if(from !== undefined, (query) => query.where('finishedOn', '>=', from as Date))
    .select((expression) => expression.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
