import { type Budget, MAX_BUDGETS } from '@atrium/contract/billing/budget';
import { formatCents } from '@atrium/contract/billing/money';
import { onDuplicate } from '@atrium/host/database/errors';
import { NotFoundError, UnprocessableError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Audit } from '../audit/audit.service.ts';
import type { Clock, Random } from '../clock.ts';
import type { Database, Store } from '../database/schema.ts';
import type { Caller } from '../http/caller.ts';
import type { Pricing } from '../pricing/pricing.service.ts';
import { utcMonth } from '../utc.ts';
import {
  type BudgetRow,
  deleteBudget,
  insertBudget,
  listBudgets,
  updateBudget,
} from './budget.repository.ts';
import type { BudgetWatch } from './budget-watch.service.ts';
import type { Customer } from './customer.ts';
import { lockCustomer } from './customer-lock.repository.ts';

const refuseTaken = (error: unknown) =>
  onDuplicate(error, { budgetsCents: 'A budget of this amount already exists.' });

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  audit: Audit;
  pricing: Pricing;
  watch: BudgetWatch;
}

/** The amounts in a month at which a customer wants a mail. */
export class Budgets {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Smallest first. */
  async list(customer: Customer, db: Store = this.#parts.db): Promise<Budget[]> {
    const month = utcMonth(this.#parts.clock.now());
    const rows = await listBudgets(db, customer);
    return rows.map((row) => toBudget(row, month));
  }

  create(caller: Caller, cents: number): Promise<Budget> {
    const { clock, random, audit } = this.#parts;
    const id = random.id();
    return this.#change(caller, id, async (transaction, known) => {
      if (known.length >= MAX_BUDGETS)
        throw new UnprocessableError(`There can be ${MAX_BUDGETS} budgets at most.`);
      await insertBudget(transaction, caller, { id, cents, createdOn: clock.now() }).catch(refuseTaken);
      await audit.record(transaction, {
        caller,
        action: 'budget.create',
        message: `Added a budget of ${formatCents(cents)}`,
        after: { id, cents },
      });
    });
  }

  update(caller: Caller, id: string, cents: number): Promise<Budget> {
    const { audit } = this.#parts;
    return this.#change(caller, id, async (transaction, known) => {
      const before = known.find((each) => each.id === id);
      if (before === undefined) throw new NotFoundError();
      if (before.cents === cents) return;
      await updateBudget(transaction, caller, { id, cents }).catch(refuseTaken);
      await audit.record(transaction, {
        caller,
        action: 'budget.update',
        message: `Changed a budget of ${formatCents(before.cents)} to ${formatCents(cents)}`,
        before: { id, cents: before.cents },
        after: { id, cents },
      });
    });
  }

  async delete(caller: Caller, id: string): Promise<void> {
    const { db, audit } = this.#parts;
    await db.transaction().execute(async (transaction) => {
      const cents = await deleteBudget(transaction, caller, id);
      if (cents === undefined) throw new NotFoundError();
      await audit.record(transaction, {
        caller,
        action: 'budget.delete',
        message: `Deleted a budget of ${formatCents(cents)}`,
        before: { id, cents },
      });
    });
  }

  /** Changes one budget of the customer, and looks at once whether the month has reached it. */
  async #change(
    caller: Caller,
    id: string,
    work: (transaction: Store, known: Budget[]) => Promise<void>,
  ): Promise<Budget> {
    const { db, clock, pricing, watch } = this.#parts;
    const book = await pricing.getPriceBook();
    return db.transaction().execute(async (transaction) => {
      // Two who add one at the same time do not get past the limit.
      await lockCustomer(transaction, caller);
      await work(transaction, await this.list(caller, transaction));
      await watch.check(transaction, caller, { month: utcMonth(clock.now()), book });
      const saved = (await this.list(caller, transaction)).find((budget) => budget.id === id);
      if (saved === undefined) throw new NotFoundError();
      return saved;
    });
  }
}

function toBudget({ id, cents, reachedIn, reachedOn }: BudgetRow, month: string): Budget {
  return { id, cents, reachedOn: reachedIn === month ? (reachedOn?.toISOString() ?? null) : null };
}
