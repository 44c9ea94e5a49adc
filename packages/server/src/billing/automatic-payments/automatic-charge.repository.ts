import type { AutomaticCharge } from '@atrium/contract/billing/automatic-payment';
import type { Store } from '../../database/schema.ts';
import type { InvoiceKey } from '../billing.tables.ts';
import type { Customer } from '../customer.ts';
import type { OwnedInvoice } from '../invoices/invoice-notice.repository.ts';
import { nextTryOn } from './next-try.ts';

/** Has invoices charged from a time on. */
export async function insertAutomaticCharges(
  transaction: Store,
  invoices: OwnedInvoice[],
  firstOn: Date,
): Promise<void> {
  if (invoices.length === 0) return;
  const charges = invoices.map((invoice) => ({ ...invoice, firstOn, nextOn: firstOn }));
  await transaction.insertInto('automaticCharges').values(charges).execute();
}

/** Returns the automatic charge of an invoice; undefined if there is none. */
export async function findAutomaticCharge(
  db: Store,
  { domainId }: Customer,
  invoiceId: InvoiceKey,
): Promise<AutomaticCharge | undefined> {
  const row = await db
    .selectFrom('automaticCharges')
    .select(['failedTries', 'nextOn'])
    .where('invoiceId', '=', invoiceId)
    .where('domainId', '=', domainId)
    .executeTakeFirst();
  return row && { failedTries: row.failedTries, nextOn: row.nextOn?.toISOString() ?? null };
}

/** Whether an invoice is still to be charged, and whether this card is still the default one. */
export async function findWantedCharge(
  db: Store,
  { domainId, invoiceId, cardId }: { domainId: string; invoiceId: InvoiceKey; cardId: string },
): Promise<{ isNoted: boolean; isDefault: boolean } | undefined> {
  return db
    .selectFrom('automaticCharges')
    .innerJoin('cards', 'cards.domainId', 'automaticCharges.domainId')
    .select(['cards.isDefault', (eb) => eb('nextOn', 'is not', null).$castTo<boolean>().as('isNoted')])
    .where('automaticCharges.domainId', '=', domainId)
    .where('invoiceId', '=', invoiceId)
    .where('cards.id', '=', cardId)
    .executeTakeFirst();
}

/** Up to `limit` invoices, by id, whose next try has come. */
export function listDueCharges(db: Store, now: Date, after: string, limit: number): Promise<OwnedInvoice[]> {
  return db
    .selectFrom('automaticCharges')
    .select(['invoiceId', 'domainId', 'userId'])
    .where('nextOn', '<=', now)
    .where('invoiceId', '>', after as InvoiceKey)
    .orderBy('invoiceId')
    .limit(limit)
    .execute();
}

/** Call it with the invoice locked. Returns whether the next try is due, even after concurrent tries. */
export async function lockDueCharge(transaction: Store, invoiceId: InvoiceKey, now: Date): Promise<boolean> {
  const row = await transaction
    .selectFrom('automaticCharges')
    .select('nextOn')
    .where('invoiceId', '=', invoiceId)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined && row.nextOn !== null && row.nextOn <= now;
}

/** Counts a try that failed. Returns when the next one is; null after the last one, and where there is none to come. */
export async function updateChargeFailed(
  transaction: Store,
  invoiceId: InvoiceKey,
  { now, isHopeless }: { now: Date; isHopeless: boolean },
): Promise<Date | null> {
  const charge = await transaction
    .selectFrom('automaticCharges')
    .select(['firstOn', 'failedTries', 'nextOn'])
    .where('invoiceId', '=', invoiceId)
    .forUpdate()
    .executeTakeFirst();
  if (charge === undefined || charge.nextOn === null) return null;
  // Counts from the first try, however long after the invoice.
  const firstOn = charge.failedTries === 0 ? now : charge.firstOn;
  const failedTries = charge.failedTries + 1;
  const nextOn = isHopeless ? null : nextTryOn(firstOn, failedTries, now);
  await transaction
    .updateTable('automaticCharges')
    .set({ firstOn, failedTries, nextOn })
    .where('invoiceId', '=', invoiceId)
    .execute();
  return nextOn;
}

/** The invoice is paid. */
export async function updateChargeEnded(transaction: Store, invoiceId: InvoiceKey): Promise<void> {
  await endingCharges(transaction).where('invoiceId', '=', invoiceId).execute();
}

/** No invoice of a domain is tried again. */
export async function updateChargesOfDomainEnded(transaction: Store, domainId: string): Promise<void> {
  await endingCharges(transaction).where('domainId', '=', domainId).execute();
}

/** No invoice of a customer is tried again. */
export async function updateChargesEnded(transaction: Store, { domainId, userId }: Customer): Promise<void> {
  await endingCharges(transaction).where('domainId', '=', domainId).where('userId', '=', userId).execute();
}

/** Ends the charges that are still to be tried, of whichever invoices are chosen. */
function endingCharges(transaction: Store) {
  return transaction.updateTable('automaticCharges').set({ nextOn: null }).where('nextOn', 'is not', null);
}
