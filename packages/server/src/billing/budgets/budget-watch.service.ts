import { formatCents } from '@atrium/contract/billing/money';
import { consolePaths } from '@atrium/contract/console-paths';
import type { Kysely } from 'kysely';
import type { People } from '../../accounts/people/people.service.ts';
import type { Clock } from '../../clock.ts';
import type { Database, Store } from '../../database/schema.ts';
import type { Events } from '../../events/events.ts';
import type { Notifier } from '../../notifications/notifier.service.ts';
import type { PriceBook } from '../../pricing/price-book.ts';
import type { Pricing } from '../../pricing/pricing.service.ts';
import { daysOfMonth, monthBefore, utcMonth } from '../../utc.ts';
import type { Customer } from '../customer.ts';
import { rateMonth } from '../invoices/rate-month.ts';
import type { BillingMails } from '../mails/billing-mail.service.ts';
import { listCustomersToCheck, updateReached } from './budget-reach.repository.ts';
import { deleteBudgetWalks, findBudgetWalk, upsertBudgetWalk } from './budget-walk.repository.ts';
import { announceStops, listReachedCaps } from './function-stop.repository.ts';

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
/** Customers checked before the progress of a check is stored. */
const AT_ONCE = 500;

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  people: Pick<People, 'listUserIdsWith'>;
  mails: Pick<BillingMails, 'request'>;
  events: Pick<Events, 'publish'>;
  notifier: Pick<Notifier, 'tell'>;
  pricing: Pricing;
}

/**
 * Detects usage that reaches a budget: readers of the bills get one mail for each amount and month, and a cap stops its
 * functions from then on.
 */
export class BudgetWatch {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Checks all customers. On the first day of a month, also checks the month before, for its last usage. */
  async checkAll(signal?: AbortSignal, atOnce = AT_ONCE): Promise<void> {
    const { clock, pricing } = this.#parts;
    const now = clock.now();
    const book = await pricing.getPriceBook();
    const running = utcMonth(now);
    const months = now.getUTCDate() === 1 ? [running, monthBefore(running)] : [running];
    const failures: unknown[] = [];
    for (const month of months) failures.push(...(await this.#checkMonth({ month, book, atOnce }, signal)));
    if (failures.length > 0) throw new AggregateError(failures, 'Budgets could not be checked.');
  }

  /**
   * Resumes after an interrupted walk, such as one at its job's time limit; starts over after a complete one. Returns
   * the errors.
   */
  async #checkMonth(
    { month, book, atOnce }: { month: string; book: PriceBook; atOnce: number },
    signal?: AbortSignal,
  ): Promise<unknown[]> {
    const { db } = this.#parts;
    const failures: unknown[] = [];
    for (let after = (await findBudgetWalk(db, month)) ?? FIRST_ID; ; ) {
      const customers = await listCustomersToCheck(db, month, daysOfMonth(month), after, atOnce);
      const last = customers.at(-1)?.userId;
      if (last === undefined) break;
      for (const customer of customers) {
        signal?.throwIfAborted();
        const checking = db
          .transaction()
          .execute((transaction) => this.check(transaction, customer, { month, book }));
        // An error for one customer does not stop the mails of others.
        await checking.catch((error: unknown) => failures.push(error));
      }
      after = last;
      await upsertBudgetWalk(db, month, after);
    }
    await deleteBudgetWalks(db, month);
    return failures;
  }

  /** Checks one customer in the current month. */
  async checkRunning(customer: Customer): Promise<void> {
    const { db, clock, pricing } = this.#parts;
    const book = await pricing.getPriceBook();
    const month = utcMonth(clock.now());
    await db.transaction().execute((transaction) => this.check(transaction, customer, { month, book }));
  }

  /** Notes the budgets that a customer has reached and requests their mails, both or none. */
  async check(
    transaction: Store,
    customer: Customer,
    { month, book }: { month: string; book: PriceBook },
  ): Promise<void> {
    const { clock, people, mails, events, notifier } = this.#parts;
    const { domainId, userId } = customer;
    const { grandTotalCents } = await rateMonth(
      transaction,
      { domainId, userId, parentId: null },
      { month, book, nameOf: (id) => id },
    );
    const rated = { month, usageCents: grandTotalCents };
    const now = clock.now();
    const reached = await updateReached(transaction, customer, { ...rated, now });
    if (reached.length === 0) return;
    const budgetsCents = reached.map(({ cents }) => cents);
    if (reached.some(({ stops }) => stops.length > 0)) await announceStops(transaction, userId);
    // Includes earlier stops. For an ended month, only mails remain to be sent.
    const caps = month === utcMonth(now) ? await listReachedCaps(transaction, customer, month) : undefined;
    for (const readerId of await people.listUserIdsWith(transaction, customer, 'billing.read'))
      await mails.request(transaction, domainId, {
        ...rated,
        kind: 'budget-reached',
        userId: readerId,
        budgetsCents,
        stops: caps?.flatMap(({ stops }) => stops),
      });
    const amounts = budgetsCents.map(formatCents).join(', ');
    await notifier.tell(transaction, {
      domainId,
      reason: 'budget',
      key: `budget:${month}:${userId}:${budgetsCents.join(',')}`,
      facts: {
        type: 'budget.reached',
        title: `Budget of ${amounts} reached`,
        text: `The usage in ${month} has reached ${formatCents(grandTotalCents)}, before credits. Budget reached: ${amounts}.`,
        tone: 'bad',
        action: { label: 'See usage', path: consolePaths.usage() },
        data: { month, usageCents: grandTotalCents, budgetsCents },
      },
    });
    await events.publish(domainId, 'billing', {}, { transaction });
  }
}
