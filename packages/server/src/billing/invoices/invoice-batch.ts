import type { Seller } from '@atrium/contract/billing/seller';
import { MAX_BILLED_FUNCTIONS } from '@atrium/contract/billing/usage';
import type { Kysely } from 'kysely';
import type { Clock, Random } from '../../clock.ts';
import type { Database } from '../../database/schema.ts';
import type { Events } from '../../events/events.ts';
import type { PriceBook } from '../../pricing/price-book.ts';
import { daysOfMonth } from '../../utc.ts';
import { insertAutomaticCharges } from '../automatic-payments/automatic-charge.repository.ts';
import { listAutomaticUsers } from '../automatic-payments/automatic-payment.repository.ts';
import type { InvoiceKey } from '../billing.tables.ts';
import type { Customer } from '../customer.ts';
import { listDefaultCards } from '../payments/card.repository.ts';
import { withFunctions } from '../reports/function-shares.ts';
import { listRankedFunctions, type RankedFunction } from '../reports/function-usage.repository.ts';
import { groupByPricedDays, readUsage } from '../reports/usage-of-customers.ts';
import { listDefaultAddresses } from '../wallet/address.repository.ts';
import {
  type CreditEntryDraft,
  insertCreditEntries,
  listRemainingCredits,
} from '../wallet/credit.repository.ts';
import { lockCustomers } from '../wallet/customer-lock.repository.ts';
import { takeCredits } from '../wallet/take-credits.ts';
import {
  type InvoiceDraft,
  insertInvoices,
  listInvoicedUsers,
  updateInvoiceNumber,
} from './invoice.repository.ts';
import type { InvoiceMails } from './invoice-mail.service.ts';
import { pricesOfMonth } from './month-prices.ts';
import { rateUsage } from './rating.ts';

const CURRENCY = 'usd';
const DAYS_TO_PAY = 14;

export interface InvoiceMaking {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  events: Pick<Events, 'publish'>;
  invoiceMails: Pick<InvoiceMails, 'requestLater'>;
  seller: Seller;
  /** A month whose usage no longer changes. */
  month: string;
  book: PriceBook;
  nameOf: (serviceId: string) => string;
}

/**
 * Makes the invoices of some customers in one transaction: of all that have none for the month, or of none. Returns how
 * many it made.
 */
export async function invoiceCustomers(making: InvoiceMaking, customers: Customer[]): Promise<number> {
  const { db, clock, random, events, invoiceMails, seller, month, book, nameOf } = making;
  const period = daysOfMonth(month);
  return db.transaction().execute(async (transaction) => {
    await lockCustomers(transaction, customers);
    const invoiced = await listInvoicedUsers(
      transaction,
      customers.map(({ userId }) => userId),
      month,
    );
    const open = customers.filter(({ userId }) => !invoiced.has(userId));
    if (open.length === 0) return 0;
    const used = await readUsage(transaction, open, period, book);
    const ranked: RankedFunction[] = [];
    for (const [priced, customers] of await groupByPricedDays(transaction, open, period)) {
      const prices = pricesOfMonth(book, month, priced);
      ranked.push(...(await listRankedFunctions(transaction, { customers }, prices, MAX_BILLED_FUNCTIONS)));
    }
    const functions = Map.groupBy(ranked, ({ payerId }) => payerId);
    // A credit covers the month in which it expires, too.
    const usable = await listRemainingCredits(transaction, open, period.start);
    const credits = Map.groupBy(usable, ({ userId }) => userId);
    const addresses = await listDefaultAddresses(transaction, open);
    const cards = await listDefaultCards(transaction, open);
    const year = Number(month.slice(0, 4));
    let number = (await updateInvoiceNumber(transaction, year, open.length)) - open.length;

    const now = clock.now();
    const invoices: InvoiceDraft[] = [];
    const entries: CreditEntryDraft[] = [];
    for (const { domainId, userId } of open) {
      const rated = rateUsage(used.get(userId) ?? [], book, nameOf);
      const bill = withFunctions(rated, functions.get(userId) ?? []);
      const taken = takeCredits(credits.get(userId) ?? [], bill.grandTotalCents);
      const discountCents = taken.reduce((sum, { cents }) => sum + cents, 0);
      const card = cards.get(userId);
      const id = random.id() as InvoiceKey;
      number += 1;
      invoices.push({
        id,
        domainId,
        userId,
        month,
        period,
        discountCents,
        number: `${year}-${String(number).padStart(6, '0')}`,
        createdOn: now,
        dueDate: new Date(now.getTime() + DAYS_TO_PAY * 86_400_000),
        currency: CURRENCY,
        grandTotalCents: bill.grandTotalCents,
        services: bill.services,
        address: addresses.get(userId) ?? null,
        card: card === undefined ? null : { name: card.holderName, last4: card.last4 },
        seller,
        paidOn: discountCents === bill.grandTotalCents ? now : null,
      });
      for (const { creditId, cents } of taken) {
        const entry = { id: random.id(), domainId, userId, creditId, invoiceId: id, createdOn: now };
        entries.push({ ...entry, cents: -cents, reason: `Invoice ${month}` });
      }
    }
    await insertInvoices(transaction, invoices);
    await insertCreditEntries(transaction, entries);
    const owned = (of: InvoiceDraft[]) =>
      of.map(({ id, domainId, userId }) => ({ invoiceId: id, domainId, userId }));
    const automatic = await listAutomaticUsers(transaction, open);
    const toCharge = invoices.filter(({ userId, paidOn }) => paidOn === null && automatic.has(userId));
    await insertAutomaticCharges(transaction, owned(toCharge), now);
    // An invoice of $0.00 needs no payment, so a monthly mail would only annoy.
    const toMail = invoices.filter(({ grandTotalCents, discountCents }) => grandTotalCents > discountCents);
    await invoiceMails.requestLater(transaction, owned(toMail));
    for (const domainId of new Set(open.map((customer) => customer.domainId))) {
      await events.publish(domainId, 'billing', {}, { transaction });
    }
    return invoices.length;
  });
}
