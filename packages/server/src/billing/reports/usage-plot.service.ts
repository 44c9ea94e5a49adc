import {
  MAX_NAMED_PARTS,
  type UsageDays,
  type UsagePart,
  type UsageSeries,
} from '@atrium/contract/billing/usage-month';
import { ValidationError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { People } from '../../accounts/people/people.service.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/schema.ts';
import type { PriceBook } from '../../pricing/price-book.ts';
import type { Pricing } from '../../pricing/pricing.service.ts';
import { addDays, daysOfMonth, monthBefore, utcMonth } from '../../utc.ts';
import { type MonthPrices, readMonthPrices } from '../invoices/month-prices.ts';
import { listUsageByDay, scopeOf, type UsageReader } from '../invoices/rate-month.ts';
import type { UsageScope } from '../metering/usage-day.repository.ts';
import { findCreditBalance } from '../wallet/credit.repository.ts';
import { daysUntilUsed, forecastDays, forecastRange } from './forecast.ts';
import { listFunctionDayCosts } from './function-cost.repository.ts';
import {
  add,
  costsByDay,
  type DayCosts,
  restOf,
  roundTogether,
  splitDays,
  sum,
  toDays,
} from './plot-series.ts';
import { findFirstMonth, listUserDayCosts } from './usage-plot.repository.ts';
import { listCostliestFunctions } from './used-function.repository.ts';

const YEAR = 365;
/** Order of the parts of a plot. */
const MEASURES = ['COUNTER', 'TIMER', 'MEMORY'] as const;

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  pricing: Pricing;
  people: Pick<People, 'listNames'>;
  listNames: () => Promise<{ id: string; name: string }[]>;
}

/** Daily costs of a month, their forecast, and the remaining free tier. */
export class UsagePlots {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async get(reader: UsageReader, month: string, by: UsagePart): Promise<UsageDays> {
    const { db, clock, pricing } = this.#parts;
    const running = utcMonth(clock.now());
    if (month > running) throw new ValidationError('This month has not begun yet.');
    const book = await pricing.getPriceBook();
    const scope = scopeOf(reader);
    const today = month === running ? clock.now().getUTCDate() : null;
    const length = lengthOf(month);
    const shown = today ?? length;
    const earlier = monthBefore(month);
    const [costs, before, first, balance] = await Promise.all([
      this.#rateDays(scope, book, month, shown),
      this.#rateDays(scope, book, earlier, lengthOf(earlier)),
      findFirstMonth(db, scope),
      today === null || 'user' in scope || reader.serviceId !== undefined ? 0 : findCreditBalance(db, reader),
    ]);
    const parts = await this.#listParts(scope, book, { month, by, costs });
    const grandTotalCents = sum(costs.cents);
    const past = sinceFirstUse([...before.exact, ...costs.exact.slice(0, -1)]);
    const restOfDays = (days: readonly number[]) => restOf(days, costs.exact.at(-1) ?? 0);
    const coming = today === null ? [] : restOfDays(forecastDays(past, YEAR));
    const ahead = roundTogether(coming.slice(0, length - shown + 1));
    const { least, most } = forecastRange(past, ahead.length);
    return {
      firstMonth: first ?? month,
      today,
      grandTotalCents,
      parts,
      before: {
        cents: before.cents,
        grandTotalCents: sum(before.cents),
        sameDaysCents: sum(before.cents.slice(0, shown)),
      },
      forecast:
        ahead.length === 0
          ? null
          : {
              grandTotalCents: grandTotalCents + sum(ahead),
              cents: ahead,
              least: restOfDays(least),
              most: restOfDays(most),
            },
      freeTier:
        balance === 0
          ? null
          : {
              leftCents: Math.max(balance - grandTotalCents, 0),
              endsOn: this.#findEnd(balance, [...costs.cents, ...coming.slice(1)], coming[0] ?? 0, shown),
            },
    };
  }

  async #rateDays(scope: UsageScope, book: PriceBook, month: string, count: number): Promise<DayCosts> {
    return costsByDay(await listUsageByDay(this.#parts.db, scope, book, month), book, count);
  }

  /** The day on which an amount is used up: one of this month, or one to come. */
  #findEnd(cents: number, days: readonly number[], restOfToday: number, today: number): string | null {
    const whole = days.map((each, index) => (index === today - 1 ? each + restOfToday : each));
    const count = daysUntilUsed(cents, whole);
    if (count === undefined) return null;
    return addDays(`${utcMonth(this.#parts.clock.now())}-01`, count - 1);
  }

  async #listParts(
    scope: UsageScope,
    book: PriceBook,
    { month, by, costs }: { month: string; by: UsagePart; costs: DayCosts },
  ): Promise<UsageSeries[]> {
    const { db, people, listNames } = this.#parts;
    if (by === 'measure')
      return MEASURES.map((name) => ({
        name,
        cents: costs.byMeasure.get(name) ?? costs.cents.map(() => 0),
      }));
    if (by === 'service') {
      const names = new Map((await listNames()).map(({ id, name }) => [id, name]));
      return nameFirst(costs.byService, (id) => names.get(id) ?? id);
    }
    const prices = await readMonthPrices(db, scope, book, month);
    const days = costs.cents.length;
    if (by === 'function') return this.#listFunctionParts(scope, prices, costs);
    const found = await listUserDayCosts(db, scope, prices, MAX_NAMED_PARTS);
    const names = await people.listNames([...new Set(found.flatMap(({ userId }) => userId ?? []))]);
    const users = [...Map.groupBy(found, ({ userId }) => userId)].map(([userId, own]) => ({
      ...(userId !== null && { name: names.get(userId) ?? userId }),
      weights: toDays(own, days, ({ cost }) => Number(cost)),
    }));
    return splitDays(costs.cents, users);
  }

  async #listFunctionParts(scope: UsageScope, prices: MonthPrices, costs: DayCosts): Promise<UsageSeries[]> {
    const { db } = this.#parts;
    const days = costs.cents.length;
    const functions = await listCostliestFunctions(db, scope, prices, MAX_NAMED_PARTS);
    const found = await listFunctionDayCosts(db, scope, prices, functions);
    const named = functions.map(({ serviceId, target, isCollection }) => {
      const own = found.filter(
        (each) =>
          each.serviceId === serviceId && each.target === target && each.isCollection === isCollection,
      );
      return { name: target, weights: toDays(own, days, ({ cost }) => Number(cost)) };
    });
    const known = add(
      named.map(({ weights }) => weights),
      days,
    );
    const unit = Number(prices.partsOfCent);
    const others = costs.exact.map((cents, index) => Math.max(cents * unit - (known[index] ?? 0), 0));
    const split = splitDays(costs.cents, [...named, { weights: others }]);
    return split.filter(({ name, cents }) => name !== undefined || sum(cents) > 0);
  }
}

/** Highest cost first; those without a name are one, the last. */
function nameFirst(series: DayCosts['byService'], nameOf: (key: string) => string): UsageSeries[] {
  const ranked = [...series].sort(
    ([one, its], [other, others]) => sum(others) - sum(its) || (one < other ? -1 : 1),
  );
  const rest = ranked.slice(MAX_NAMED_PARTS).map(([, cents]) => cents);
  return [
    ...ranked.slice(0, MAX_NAMED_PARTS).map(([key, cents]) => ({ name: nameOf(key), cents })),
    ...(rest.length > 0 ? [{ cents: add(rest, rest[0]?.length ?? 0) }] : []),
  ];
}

const lengthOf = (month: string): number => Number(daysOfMonth(month).end.slice(-2));

/** Days before the first use say nothing about those to come. */
function sinceFirstUse(days: readonly number[]): readonly number[] {
  const first = days.findIndex((cents) => cents > 0);
  return first < 0 ? [] : days.slice(first);
}
