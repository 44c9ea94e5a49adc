import { type Budget, MAX_BUDGETS } from '@atrium/contract/billing/budget';
import {
  type BudgetStop,
  MAX_STOPS,
  MAX_STOPS_BYTES,
  type SaveBudget,
} from '@atrium/contract/billing/budget-fields';
import { formatCents } from '@atrium/contract/billing/money';
import { nameStops, writeStop } from '@atrium/contract/billing/stop-texts';
import { onDuplicate } from '@atrium/host/database/errors';
import { NotFoundError, UnprocessableError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Audit } from '../../audit/audit.service.ts';
import type { Clock, Random } from '../../clock.ts';
import type { Database, Store } from '../../database/schema.ts';
import type { Events } from '../../events/events.ts';
import type { Caller } from '../../http/caller.ts';
import type { Pricing } from '../../pricing/pricing.service.ts';
import { monthBefore, utcMonth } from '../../utc.ts';
import type { Customer } from '../customer.ts';
import { lockCustomer } from '../wallet/customer-lock.repository.ts';
import {
  type BudgetRow,
  deleteBudget,
  insertBudget,
  listBudgets,
  updateBudget,
} from './budget.repository.ts';
import type { BudgetWatch } from './budget-watch.service.ts';
import { announceStops } from './function-stop.repository.ts';
import type { FunctionStops } from './function-stop.service.ts';
import { type StoppableService, tidyStops } from './tidy-stops.ts';

const refuseTaken = (error: unknown) =>
  onDuplicate(error, { budgetsCents: 'A budget of this amount already exists.' });

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  audit: Audit;
  events: Pick<Events, 'publish'>;
  pricing: Pricing;
  watch: BudgetWatch;
  stops: Pick<FunctionStops, 'forget'>;
  listNames: () => Promise<StoppableService[]>;
}

/** Budget in the shape of this release. */
type SavedBudget = Budget & { stops: BudgetStop[] };

/** The amounts in a month at which a customer wants a mail, and functions to stop. */
export class Budgets {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Smallest first. */
  async list(customer: Customer, db: Store = this.#parts.db): Promise<SavedBudget[]> {
    const month = utcMonth(this.#parts.clock.now());
    const rows = await listBudgets(db, customer);
    return rows.map((row) => toBudget(row, month));
  }

  async create(caller: Caller, { cents, stops: chosen = [] }: SaveBudget): Promise<SavedBudget> {
    const { clock, random, audit, listNames } = this.#parts;
    const id = random.id();
    const stops = tidyStops(chosen, await listNames());
    return this.#change(caller, { id, stops }, async (transaction, known) => {
      if (known.length >= MAX_BUDGETS)
        throw new UnprocessableError(`There can be ${MAX_BUDGETS} budgets at most.`);
      const budget = { id, cents, stops, createdOn: clock.now(), ...fromThisMonth(clock.now()) };
      await insertBudget(transaction, caller, budget).catch(refuseTaken);
      await audit.record(transaction, {
        caller,
        action: 'budget.create',
        message: `Added ${named(budget)}`,
        after: budget,
      });
    });
  }

  async update(caller: Caller, id: string, { cents, stops: chosen }: SaveBudget): Promise<SavedBudget> {
    const { clock, audit, listNames } = this.#parts;
    const tidied = chosen && tidyStops(chosen, await listNames());
    return this.#change(caller, { id, stops: tidied ?? [] }, async (transaction, budgets) => {
      const before = budgets.find((each) => each.id === id);
      if (before === undefined) throw new NotFoundError();
      const after = { id, cents, stops: tidied ?? before.stops };
      const known = new Set(before.stops.map(writeStop));
      const isAll = after.stops.every((stop) => known.has(writeStop(stop)));
      if (before.cents === cents && isAll && after.stops.length === known.size) return;
      // A function that was stopped with its whole service is not stopped again.
      const isKnown = (stop: BudgetStop) => known.has(writeStop(stop)) || known.has(stop.serviceId);
      const isAnew = before.cents !== cents || !after.stops.every(isKnown);
      // A changed amount has not been reached yet, and additional stops deserve a mail as well.
      const anew = isAnew ? fromThisMonth(clock.now()) : {};
      await updateBudget(transaction, caller, { ...after, ...anew }).catch(refuseTaken);
      await audit.record(transaction, {
        caller,
        action: 'budget.update',
        message: `Changed ${named(before)} to ${named(after, 'one')}`,
        before: { id, cents: before.cents, stops: before.stops },
        after,
      });
    });
  }

  async delete(caller: Caller, id: string): Promise<void> {
    const { db, audit, stops } = this.#parts;
    await db.transaction().execute(async (transaction) => {
      const deleted = await deleteBudget(transaction, caller, id);
      if (deleted === undefined) throw new NotFoundError();
      await this.#announce(transaction, caller);
      await audit.record(transaction, {
        caller,
        action: 'budget.delete',
        message: `Deleted ${named(deleted)}`,
        before: { id, ...deleted },
      });
    });
    stops.forget(caller.userId);
  }

  /** Changes one budget of the customer, and looks at once whether the month has reached it. */
  async #change(
    caller: Caller,
    { id, stops }: { id: string; stops: readonly BudgetStop[] },
    work: (transaction: Store, known: SavedBudget[]) => Promise<void>,
  ): Promise<SavedBudget> {
    const { db, clock, pricing, watch } = this.#parts;
    const book = await pricing.getPriceBook();
    const changed = await db.transaction().execute(async (transaction) => {
      // Concurrent requests must not exceed the limit.
      await lockCustomer(transaction, caller);
      const known = await this.list(caller, transaction);
      refuseTooManyStops([
        ...known.filter((budget) => budget.id !== id).flatMap((budget) => budget.stops),
        ...stops,
      ]);
      await work(transaction, known);
      await watch.check(transaction, caller, { month: utcMonth(clock.now()), book });
      await this.#announce(transaction, caller);
      const saved = (await this.list(caller, transaction)).find((budget) => budget.id === id);
      if (saved === undefined) throw new NotFoundError();
      return saved;
    });
    this.#parts.stops.forget(caller.userId);
    return changed;
  }

  /** Notifies other processes, and pages that show the stops. */
  async #announce(transaction: Store, { domainId, userId }: Customer): Promise<void> {
    await announceStops(transaction, userId);
    await this.#parts.events.publish(domainId, 'billing', {}, { transaction });
  }
}

/** The month before, which is looked at again when a month begins, is none that an amount set now was meant for. */
function fromThisMonth(now: Date): Pick<BudgetRow, 'reachedIn' | 'reachedOn'> {
  return { reachedIn: monthBefore(utcMonth(now)), reachedOn: now };
}

/** `a budget of $50.00 that stops hyper-dispatch/orders/create` */
function named({ cents, stops }: Pick<SavedBudget, 'cents' | 'stops'>, what = 'a budget'): string {
  const amount = what === 'one' ? formatCents(cents) : `${what} of ${formatCents(cents)}`;
  return stops.length === 0 ? amount : `${amount} that stops ${nameStops(stops)}`;
}

function toBudget({ id, cents, reachedIn, reachedOn, stops }: BudgetRow, month: string): SavedBudget {
  return { id, cents, stops, reachedOn: reachedIn === month ? (reachedOn?.toISOString() ?? null) : null };
}

/** Throws UnprocessableError for more than a service can be told of in the header of a call. */
function refuseTooManyStops(stops: readonly BudgetStop[]): void {
  const bytes = stops.reduce((sum, stop) => sum + bytesOf(stop), 0);
  if (stops.length <= MAX_STOPS && bytes <= MAX_STOPS_BYTES) return;
  const most = `${MAX_STOPS} functions, with ${MAX_STOPS_BYTES.toLocaleString('en-US')} bytes in their names`;
  const message = `All caps together can stop ${most}. Choose all functions of a service instead.`;
  throw new UnprocessableError(message, { fields: [{ field: 'stops', defaultMessage: message }] });
}

/** Size in the token: one letter can be four bytes, or an escape. */
function bytesOf({ function: name }: BudgetStop): number {
  return name === null ? 0 : Buffer.byteLength(JSON.stringify(name)) - 2;
}
