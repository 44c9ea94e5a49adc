import type { Reversal } from '@atrium/contract/billing/invoice';
import type { Store } from '../../database/schema.ts';
import type { InvoiceKey } from '../billing.tables.ts';
import type { Payment } from './payment.repository.ts';

export interface ReversalDraft extends Pick<Payment, 'domainId' | 'invoiceId'> {
  id: string;
  paymentId: string;
  provider: string;
  providerId: string;
  kind: Reversal['kind'];
  amountCents: number;
  reason: string | null;
  outcome: Reversal['outcome'];
}

/**
 * Stores a dispute or refund regardless of event order: refunds of a charge only grow, and a decided dispute stays
 * decided. Undefined if it was already stored.
 */
export async function upsertReversal(
  transaction: Store,
  draft: ReversalDraft,
  now: Date,
): Promise<Reversal | undefined> {
  const row = await transaction
    .insertInto('paymentReversals')
    .values({ ...draft, createdOn: now, changedOn: now })
    .onConflict((conflict) =>
      conflict
        .columns(['provider', 'providerId'])
        .doUpdateSet(({ fn, ref }) => ({
          amountCents: fn<number>('greatest', ['paymentReversals.amountCents', ref('excluded.amountCents')]),
          // A lost dispute may be won on appeal.
          outcome: fn.coalesce('excluded.outcome', 'paymentReversals.outcome'),
          changedOn: now,
        }))
        .where(({ or, and, eb, ref }) =>
          or([
            eb('paymentReversals.amountCents', '<', ref('excluded.amountCents')),
            and([
              eb('excluded.outcome', 'is not', null),
              eb('paymentReversals.outcome', 'is distinct from', ref('excluded.outcome')),
            ]),
          ]),
        ),
    )
    .returning(['kind', 'amountCents', 'outcome', 'createdOn'])
    .executeTakeFirst();
  return row && { ...row, createdOn: row.createdOn.toISOString() };
}

/**
 * Lists reversals of invoice payments, oldest first; refunds of duplicate charges are excluded, as these pay no
 * invoice.
 */
export async function listReversals(
  db: Store,
  domainId: string,
  invoiceIds: readonly InvoiceKey[],
): Promise<Map<string, Reversal[]>> {
  if (invoiceIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('paymentReversals')
    .innerJoin('payments', 'payments.id', 'paymentReversals.paymentId')
    .select([
      'paymentReversals.invoiceId',
      'paymentReversals.kind',
      'paymentReversals.amountCents',
      'paymentReversals.outcome',
      'paymentReversals.createdOn',
    ])
    .where('paymentReversals.domainId', '=', domainId)
    .where('paymentReversals.invoiceId', 'in', invoiceIds)
    .where('payments.status', '=', 'succeeded')
    .orderBy('paymentReversals.id')
    .execute();
  const reversals = new Map<string, Reversal[]>();
  for (const { invoiceId, createdOn, ...row } of rows) {
    const listed = reversals.get(invoiceId) ?? [];
    reversals.set(invoiceId, [...listed, { ...row, createdOn: createdOn.toISOString() }]);
  }
  return reversals;
}

/** Disputes that were opened or decided from a time on. */
export async function countDisputes(db: Store, from: Date): Promise<number> {
  const { count } = await db
    .selectFrom('paymentReversals')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('kind', '=', 'dispute')
    .where('changedOn', '>=', from)
    .executeTakeFirstOrThrow();
  return count;
}

/** A dispute or a refund, for the operator. */
export interface ListedReversal extends Omit<ReversalDraft, 'id' | 'invoiceId' | 'paymentId'> {
  invoiceNumber: string;
  currency: string;
  changedOn: Date;
}

/** Latest change first. */
export function listLatestReversals(db: Store, limit: number): Promise<ListedReversal[]> {
  return db
    .selectFrom('paymentReversals')
    .innerJoin('invoices', 'invoices.id', 'paymentReversals.invoiceId')
    .select([
      'paymentReversals.domainId',
      'paymentReversals.provider',
      'paymentReversals.providerId',
      'paymentReversals.kind',
      'paymentReversals.amountCents',
      'paymentReversals.reason',
      'paymentReversals.outcome',
      'paymentReversals.changedOn',
      'invoices.number as invoiceNumber',
      'invoices.currency',
    ])
    .orderBy('paymentReversals.changedOn', 'desc')
    .orderBy('paymentReversals.id', 'desc')
    .limit(limit)
    .execute();
}
