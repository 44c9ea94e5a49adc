import type { Rehearsal } from '@atrium/contract/pricing/price-rehearsal';
import type { Kysely } from 'kysely';
import type { People } from '../../accounts/people/people.service.ts';
import type { Database } from '../../database/schema.ts';
import type { PriceBook } from '../../pricing/price-book.ts';
import type { PriceRuleChange, Pricing } from '../../pricing/pricing.service.ts';
import { daysOfMonth } from '../../utc.ts';
import { readUsage } from '../reports/usage-of-customers.ts';
import { type LastInvoice, listLastInvoices } from './invoice.repository.ts';
import { rateUsage } from './rating.ts';

/** Customers rated at a time: keeps memory flat however many there are. */
const INVOICES_AT_ONCE = 200;

interface Parts {
  db: Kysely<Database>;
  pricing: Pricing;
  people: Pick<People, 'listNames'>;
}

/** Simulates past bills with a changed price. */
export class Rehearsals {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Every customer's last invoice as it would have been, the largest difference first. Changes nothing. */
  async rehearse(change: PriceRuleChange): Promise<Rehearsal[]> {
    return this.#rehearse(await this.#parts.pricing.rehearsePriceBook(change));
  }

  /** The same without a price rule. */
  async rehearseDeletion(id: string): Promise<Rehearsal[]> {
    return this.#rehearse(await this.#parts.pricing.rehearsePriceBookWithout(id));
  }

  async #rehearse(book: PriceBook): Promise<Rehearsal[]> {
    const { db, people } = this.#parts;
    const rehearsals: Rehearsal[] = [];
    for (let before: string | undefined; ; ) {
      const invoices = await listLastInvoices(db, before, INVOICES_AT_ONCE);
      const names = await people.listNames(invoices.map(({ userId }) => userId));
      for (const [month, ofMonth] of Map.groupBy(invoices, (invoice) => invoice.month)) {
        rehearsals.push(...(await rehearseMonth(db, book, month, ofMonth, names)));
      }
      before = invoices.at(-1)?.userId;
      if (before === undefined || invoices.length < INVOICES_AT_ONCE) break;
    }
    return rehearsals.sort((a, b) => difference(b) - difference(a) || (a.username < b.username ? -1 : 1));
  }
}

async function rehearseMonth(
  db: Kysely<Database>,
  book: PriceBook,
  month: string,
  invoices: LastInvoice[],
  names: ReadonlyMap<string, string>,
): Promise<Rehearsal[]> {
  const days = daysOfMonth(month);
  const used = await readUsage(db, invoices, days, book);
  return invoices.map(({ userId, number, currency, grandTotalCents }) => ({
    userId,
    username: names.get(userId) ?? '',
    invoiceId: number,
    currency,
    currentCents: grandTotalCents,
    rehearsedCents: rateUsage(used.get(userId) ?? [], book, (id) => id).grandTotalCents,
  }));
}

const difference = ({ currentCents, rehearsedCents }: Rehearsal): number =>
  Math.abs(rehearsedCents - currentCents);
