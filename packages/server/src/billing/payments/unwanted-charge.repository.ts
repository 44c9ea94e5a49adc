import type { Store } from '../../database/schema.ts';
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

/**
 * By the index of attempts that failed, which are few. Of those that found another amount charged the first of an invoice
 * counts: however often it is tried, there is one charge.
 */
const unwantedPayments = (db: Store) =>
  db
    .selectFrom('payments')
    .where('payments.status', '=', 'failed')
    .where('payments.error', 'in', [CHARGED_TWICE_TEXT, OTHER_AMOUNT_TEXT])
    .where(({ not, or, exists, eb, selectFrom }) =>
      or([
        eb('payments.error', '=', CHARGED_TWICE_TEXT),
        not(
          exists(
            selectFrom('payments as first')
              .select('first.id')
              .whereRef('first.domainId', '=', 'payments.domainId')
              .whereRef('first.invoiceId', '=', 'payments.invoiceId')
              .whereRef('first.id', '<', 'payments.id')
              .where('first.status', '=', 'failed')
              .where('first.error', '=', OTHER_AMOUNT_TEXT),
          ),
        ),
      ]),
    );

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

/** Counts all unwanted charges, or only charges that were found from a time on. */
export async function countUnwantedCharges(db: Store, from?: Date): Promise<number> {
  const { count } = await unwantedPayments(db)
    .$if(from !== undefined, (query) => query.where('payments.finishedOn', '>=', from as Date))
    .select((expression) => expression.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
