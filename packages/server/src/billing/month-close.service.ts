import type { Kysely } from 'kysely';
import type { Clock, Random } from '../clock.ts';
import type { Database, Store } from '../database/schema.ts';
import { ValidationError } from '../http/errors.ts';
import type { PriceBook } from '../pricing/price-book.ts';
import type { Pricing } from '../pricing/pricing.service.ts';
import { daysOfMonth, utcMonth } from '../utc.ts';
import { listAddresses, toAddressColumns } from './address.repository.ts';
import {
  findBillingPeriod,
  findLastSealedMonth,
  insertBillingPeriod,
  listDueMonths,
  updateBillingPeriodInvoiced,
} from './billing-period.repository.ts';
import { listCards } from './card.repository.ts';
import { insertCreditEntry, listRemainingCredits, type Owner } from './credit.repository.ts';
import { hasInvoiceOfMonth, insertInvoice, updateInvoiceNumber } from './invoice.repository.ts';
import { lockOwner } from './owned.repository.ts';
import { rateUsage } from './rating.ts';
import { listPayersWithUsage, listPayerUsage } from './usage-day.repository.ts';
import { lockSeal } from './usage-event.repository.ts';

const CURRENCY = 'usd';
const DAYS_TO_PAY = 14;
/** Payers read at a time: keeps memory flat however many there are. */
const PAYERS_AT_ONCE = 200;
const NO_PAYER = '00000000-0000-0000-0000-000000000000';

export interface MonthClose {
  /**
   * Closes a month (`2026-10`): seals its usage, then makes one invoice for each payer, each in a transaction
   * of its own. May be stopped anywhere and called again; gives how many invoices this call made.
   */
  closeMonth(month: string): Promise<number>;
  /** Closes every month before the running one that is not closed yet. */
  closeDueMonths(): Promise<number>;
}

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  pricing: Pricing;
  listNames: () => Promise<{ id: string; name: string }[]>;
}

export function createMonthClose({ db, clock, random, pricing, listNames }: Parts): MonthClose {
  async function seal(month: string): Promise<void> {
    await db.transaction().execute(async (transaction) => {
      await lockSeal(transaction, 'exclusive');
      const last = await findLastSealedMonth(transaction);
      if (last !== undefined && last > month && (await findBillingPeriod(transaction, month)) === undefined) {
        throw new ValidationError(`${month} lies before ${last}, which is closed already.`);
      }
      await insertBillingPeriod(transaction, month, clock.now());
    });
  }

  async function invoicePayer(
    payer: Owner,
    month: string,
    book: PriceBook,
    nameOf: (id: string) => string,
  ): Promise<boolean> {
    const period = daysOfMonth(month);
    return db.transaction().execute(async (transaction) => {
      await lockOwner(transaction, payer);
      if (await hasInvoiceOfMonth(transaction, payer, month)) return false;
      const used = await listPayerUsage(
        transaction,
        { domainId: payer.domainId, payerId: payer.userId },
        period,
      );
      const bill = rateUsage(used, book, nameOf);
      const credits = takeCredits(await listRemainingCredits(transaction, payer), bill.grandTotalCents);
      const discountCents = credits.reduce((sum, { cents }) => sum + cents, 0);
      const now = clock.now();
      const invoiceId = random.id();
      const [address, card] = [
        await defaultAddress(transaction, payer),
        await defaultCard(transaction, payer),
      ];
      const year = Number(month.slice(0, 4));
      const number = await updateInvoiceNumber(transaction, year);
      await insertInvoice(transaction, {
        ...payer,
        id: invoiceId,
        number: `${year}-${String(number).padStart(6, '0')}`,
        month,
        period,
        createdOn: now,
        dueDate: new Date(now.getTime() + DAYS_TO_PAY * 86_400_000),
        currency: CURRENCY,
        grandTotalCents: bill.grandTotalCents,
        discountCents,
        services: bill.services,
        address,
        card,
        paidOn: discountCents === bill.grandTotalCents ? now : null,
      });
      for (const { creditId, cents } of credits) {
        await insertCreditEntry(transaction, {
          ...payer,
          id: random.id(),
          cents: -cents,
          reason: `Invoice ${month}`,
          creditId,
          invoiceId,
          createdOn: now,
        });
      }
      return true;
    });
  }

  async function closeMonth(month: string): Promise<number> {
    if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month))
      throw new ValidationError(`"${month}" is not a month; write 2026-10.`);
    if (month >= utcMonth(clock.now())) throw new ValidationError(`${month} has not ended yet.`);
    await seal(month);
    const names = new Map((await listNames()).map(({ id, name }) => [id, name]));
    const book = await pricing.loadPriceBook();
    let made = 0;
    for (let after = NO_PAYER; ; ) {
      const payers = await listPayersWithUsage(db, daysOfMonth(month), after, PAYERS_AT_ONCE);
      for (const { domainId, payerId } of payers) {
        if (await invoicePayer({ domainId, userId: payerId }, month, book, (id) => names.get(id) ?? id))
          made += 1;
      }
      const last = payers.at(-1);
      if (last === undefined || payers.length < PAYERS_AT_ONCE) break;
      after = last.payerId;
    }
    await updateBillingPeriodInvoiced(db, month, clock.now());
    return made;
  }

  return {
    closeMonth,
    async closeDueMonths() {
      let made = 0;
      for (const month of await listDueMonths(db, utcMonth(clock.now()))) made += await closeMonth(month);
      return made;
    },
  };
}

/** How much of each credit an invoice takes: the oldest first, until it is covered. */
export function takeCredits(
  credits: { id: string; remainingCents: number }[],
  grandTotalCents: number,
): { creditId: string; cents: number }[] {
  let open = grandTotalCents;
  const taken: { creditId: string; cents: number }[] = [];
  for (const { id, remainingCents } of credits) {
    const cents = Math.min(open, remainingCents);
    if (cents > 0) taken.push({ creditId: id, cents });
    open -= cents;
  }
  return taken;
}

async function defaultAddress(db: Store, owner: Owner) {
  const address = (await listAddresses(db, owner)).find((known) => known.defaultAddress);
  return address === undefined ? null : toAddressColumns(address);
}

async function defaultCard(db: Store, owner: Owner) {
  const card = (await listCards(db, owner)).find((known) => known.defaultCard);
  return card === undefined ? null : { name: card.holderName, last4: card.last4 };
}
