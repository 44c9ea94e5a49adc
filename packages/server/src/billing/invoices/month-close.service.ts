import type { Seller } from '@atrium/contract/billing/seller';
import { ValidationError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Clock, Random } from '../../clock.ts';
import type { Database } from '../../database/schema.ts';
import type { Events } from '../../events/events.ts';
import type { Pricing } from '../../pricing/pricing.service.ts';
import { daysOfMonth, monthBefore, utcMonth } from '../../utc.ts';
import type { Customer } from '../customer.ts';
import { lockSeal } from '../metering/usage-event.repository.ts';
import type { Credits } from '../wallet/credit.service.ts';
import {
  findBillingPeriod,
  findLastSealedMonth,
  findUninvoicedMonth,
  findUnsealedMonthBefore,
  insertBillingPeriod,
  listDueMonths,
  updateBillingPeriodInvoiced,
} from './billing-period.repository.ts';
import { type InvoiceMaking, invoiceCustomers } from './invoice-batch.ts';
import type { InvoiceMails } from './invoice-mail.service.ts';
import { listCustomersToInvoice } from './uninvoiced-customer.repository.ts';

/** Customers whose invoices are made in one transaction: keeps memory flat however many there are. */
const CUSTOMERS_AT_ONCE = 100;
const FAILURES_SHOWN = 20;
const NO_CUSTOMER = '00000000-0000-0000-0000-000000000000';

/** An invoice that could not be made. */
interface FailedInvoice {
  month: string;
  userId: string;
  reason: string;
}

export interface ClosedMonths {
  /** Invoices that this call made. */
  made: number;
  /** Their months stay open: closing them again creates the missing invoices. */
  failed: FailedInvoice[];
}

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  events: Pick<Events, 'publish'>;
  pricing: Pricing;
  credits: Pick<Credits, 'expire'>;
  invoiceMails: Pick<InvoiceMails, 'requestLater'>;
  seller: Seller;
  listNames: () => Promise<{ id: string; name: string }[]>;
}

export class MonthClose {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Months that have ended and are not invoiced yet. */
  listDue(): Promise<string[]> {
    const { db, clock } = this.#parts;
    return listDueMonths(db, utcMonth(clock.now()));
  }

  /**
   * Closes a month (`2026-10`): seals its usage, then makes one invoice for each customer. May be stopped anywhere
   * and called again. A customer whose invoice fails keeps no other from theirs.
   */
  async closeMonth(month: string): Promise<ClosedMonths> {
    const { db, clock, random, events, pricing, credits, invoiceMails, seller, listNames } = this.#parts;
    if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month))
      throw new ValidationError(`"${month}" is not a month; write 2026-10.`);
    if (month >= utcMonth(clock.now())) throw new ValidationError(`${month} has not ended yet.`);
    await this.#seal(month);
    const names = new Map((await listNames()).map(({ id, name }) => [id, name]));
    const book = await pricing.getPriceBook();
    const nameOf = (id: string) => names.get(id) ?? id;
    const making = { db, clock, random, events, invoiceMails, seller, month, book, nameOf };
    const closed: ClosedMonths = { made: 0, failed: [] };
    for (let after = NO_CUSTOMER; ; ) {
      const customers = await listCustomersToInvoice(db, month, daysOfMonth(month), after, CUSTOMERS_AT_ONCE);
      const last = customers.at(-1);
      if (last === undefined) break;
      add(closed, await makeInvoices(making, customers));
      after = last.userId;
    }
    if (closed.failed.length === 0) {
      await credits.expire(await this.#lastDayOfCredits(month));
      await updateBillingPeriodInvoiced(db, month, clock.now());
    }
    return closed;
  }

  /** Closes every month before the running one that is not closed yet. */
  async closeDueMonths(): Promise<ClosedMonths> {
    const closed: ClosedMonths = { made: 0, failed: [] };
    for (const month of await this.listDue()) add(closed, await this.closeMonth(month));
    return closed;
  }

  /**
   * Credits that end until this day are used by no invoice that is still to be made, once this month has all of its own:
   * a customer's invoice of another month may have failed, and a credit covers the month in which it ends.
   */
  async #lastDayOfCredits(month: string): Promise<string> {
    const { db } = this.#parts;
    const missing = await findUninvoicedMonth(db, { except: month });
    const last = missing === undefined ? await findLastSealedMonth(db) : monthBefore(missing);
    return daysOfMonth(last ?? month).end;
  }

  async #seal(month: string): Promise<void> {
    const { db, clock } = this.#parts;
    await db.transaction().execute(async (transaction) => {
      await lockSeal(transaction, 'exclusive');
      if ((await findBillingPeriod(transaction, month)) !== undefined) return;
      const last = await findLastSealedMonth(transaction);
      if (last !== undefined && last > month) {
        throw new ValidationError(`${month} comes before ${last}, which is already closed.`);
      }
      // Once a later month is sealed, usage of an earlier one could never be billed.
      const earlier = await findUnsealedMonthBefore(transaction, month);
      if (earlier !== undefined) {
        throw new ValidationError(`${earlier} has usage and is not closed yet. Close it first.`);
      }
      await insertBillingPeriod(transaction, month, clock.now());
    });
  }
}

/** Together, which is fast; where that fails one by one, which finds out whose invoice it is. */
async function makeInvoices(making: InvoiceMaking, customers: Customer[]): Promise<ClosedMonths> {
  try {
    return { made: await invoiceCustomers(making, customers), failed: [] };
  } catch (error) {
    const [only, ...others] = customers;
    if (only !== undefined && others.length === 0) {
      const { month } = making;
      return { made: 0, failed: [{ month, userId: only.userId, reason: (error as Error).message }] };
    }
  }
  const closed: ClosedMonths = { made: 0, failed: [] };
  for (const customer of customers) add(closed, await makeInvoices(making, [customer]));
  return closed;
}

/** Summary of created and missing invoices, for the operator. */
export function describeClosed({ made, failed }: ClosedMonths): string {
  const done = `${made} ${made === 1 ? 'invoice was' : 'invoices were'} issued.`;
  if (failed.length === 0) return done;
  const shown = failed.slice(0, FAILURES_SHOWN);
  const more = failed.length - shown.length;
  return [
    `${done} ${failed.length} could not be issued:`,
    ...shown.map(({ month, userId, reason }) => `  ${month}, user ${userId}: ${reason}`),
    ...(more > 0 ? [`  and ${more} more.`] : []),
    'Their months stay open. Fix the cause and close them again; only missing invoices are issued.',
  ].join('\n');
}

function add(sum: ClosedMonths, { made, failed }: ClosedMonths): void {
  sum.made += made;
  sum.failed.push(...failed);
}
