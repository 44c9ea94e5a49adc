import type { Rehearsal } from '@atrium/contract/pricing/price-rule';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { PriceBook } from '../pricing/price-book.ts';
import type { PriceRuleChange, Pricing } from '../pricing/pricing.service.ts';
import { daysOfMonth } from '../utc.ts';
import { type LastInvoice, listLastInvoices } from './invoice.repository.ts';
import { rateUsage } from './rating.ts';
import { listUsage } from './usage-day.repository.ts';

/** Customers rated at a time: keeps memory flat however many there are. */
const INVOICES_AT_ONCE = 200;

/** What a changed price would have done. */
export interface Rehearsals {
  /** Every customer's last invoice as it would have been, the largest difference first. Changes nothing. */
  rehearse(change: PriceRuleChange): Promise<Rehearsal[]>;
}

export function createRehearsals(db: Kysely<Database>, pricing: Pricing): Rehearsals {
  return {
    async rehearse(change) {
      const book = await pricing.rehearsePriceBook(change);
      const rehearsals: Rehearsal[] = [];
      for (let before: string | undefined; ; ) {
        const invoices = await listLastInvoices(db, before, INVOICES_AT_ONCE);
        for (const [month, ofMonth] of Map.groupBy(invoices, (invoice) => invoice.month)) {
          rehearsals.push(...(await rehearseMonth(db, book, month, ofMonth)));
        }
        before = invoices.at(-1)?.userId;
        if (before === undefined || invoices.length < INVOICES_AT_ONCE) break;
      }
      return rehearsals.sort((a, b) => difference(b) - difference(a) || (a.username < b.username ? -1 : 1));
    },
  };
}

async function rehearseMonth(
  db: Kysely<Database>,
  book: PriceBook,
  month: string,
  invoices: LastInvoice[],
): Promise<Rehearsal[]> {
  const days = daysOfMonth(month);
  const used = Map.groupBy(
    await listUsage(db, { payers: invoices }, days, book.changesWithin(days)),
    ({ payerId }) => payerId,
  );
  return invoices.map(({ userId, username, number, currency, grandTotalCents }) => ({
    userId,
    username,
    invoiceId: number,
    currency,
    currentCents: grandTotalCents,
    rehearsedCents: rateUsage(used.get(userId) ?? [], book, (id) => id).grandTotalCents,
  }));
}

const difference = ({ currentCents, rehearsedCents }: Rehearsal): number =>
  Math.abs(rehearsedCents - currentCents);
