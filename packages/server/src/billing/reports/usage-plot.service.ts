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
import type { Pricing } from '../../pricing/pricing.service.ts';
import { addDays, daysOfMonth, monthBefore, utcMonth } from '../../utc.ts';
import { type MonthPrices, readMonthPrices } from '../invoices/month-prices.ts';
import { rateMonth, scopeOf, type UsageReader } from '../invoices/rate-month.ts';
import { findCreditBalance } from '../wallet/credit.repository.ts';
import { daysUntilUsed, forecastDays, forecastRange } from './forecast.ts';
import { listFunctionDayCosts } from './function-cost.repository.ts';
import { add, centsByDay, restOf, sum, toSeries } from './plot-series.ts';
import { findFirstMonth, listDayCosts } from './usage-plot.repository.ts';
import { listCostliestFunctions } from './used-function.repository.ts';

const YEAR = 365;

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
    const [prices, earlier] = await Promise.all([
      readMonthPrices(db, scope, book, month),
      readMonthPrices(db, scope, book, monthBefore(month)),
    ]);
    const rate = (each: MonthPrices) =>
      rateMonth(db, reader, { month: each.month, book, nameOf: (id) => id });
    const today = month === running ? clock.now().getUTCDate() : null;
    const length = lengthOf(month);
    const shown = today ?? length;
    const [usage, usageBefore, parts, costsBefore, first, balance] = await Promise.all([
      rate(prices),
      rate(earlier),
      this.#listParts(reader, prices, by, shown),
      listDayCosts(db, scopeOf(reader), earlier, { by: 'service', limit: 0 }),
      findFirstMonth(db, scopeOf(reader)),
      today === null || 'user' in scopeOf(reader) || reader.serviceId !== undefined
        ? 0
        : findCreditBalance(db, reader),
    ]);
    const before = centsByDay(costsBefore, earlier, lengthOf(earlier.month));
    const totals = add(
      parts.map(({ cents }) => cents),
      shown,
    );
    const { grandTotalCents } = usage;
    const past = sinceFirstUse([...before, ...totals.slice(0, -1)]);
    const restOfDays = (days: readonly number[]) => restOf(days, totals.at(-1) ?? 0);
    const coming = today === null ? [] : restOfDays(forecastDays(past, YEAR));
    const ahead = coming.slice(0, length - shown + 1);
    const { least, most } = forecastRange(past, ahead.length);
    return {
      firstMonth: first ?? month,
      today,
      grandTotalCents,
      parts,
      before: {
        cents: before,
        grandTotalCents: usageBefore.grandTotalCents,
        sameDaysCents: Math.round(sum(before.slice(0, shown))),
      },
      forecast:
        ahead.length === 0
          ? null
          : {
              grandTotalCents: Math.round(grandTotalCents + sum(ahead)),
              cents: ahead,
              least: restOfDays(least),
              most: restOfDays(most),
            },
      freeTier:
        balance === 0
          ? null
          : {
              leftCents: Math.max(balance - grandTotalCents, 0),
              endsOn: this.#findEnd(balance, [...totals, ...coming.slice(1)], coming[0] ?? 0, shown),
            },
    };
  }

  /** The day on which an amount is used up: one of this month, or one to come. */
  #findEnd(cents: number, days: readonly number[], restOfToday: number, today: number): string | null {
    const whole = days.map((each, index) => (index === today - 1 ? each + restOfToday : each));
    const count = daysUntilUsed(cents, whole);
    if (count === undefined) return null;
    return addDays(`${utcMonth(this.#parts.clock.now())}-01`, count - 1);
  }

  async #listParts(
    reader: UsageReader,
    prices: MonthPrices,
    by: UsagePart,
    days: number,
  ): Promise<UsageSeries[]> {
    const { db, people, listNames } = this.#parts;
    const scope = scopeOf(reader);
    if (by === 'function') return this.#listFunctionParts(reader, prices, days);
    const limit = by === 'measure' ? 0 : MAX_NAMED_PARTS;
    const costs = await listDayCosts(db, scope, prices, { by: by === 'user' ? 'user' : 'service', limit });
    if (by === 'measure')
      return [
        { name: 'COUNTER', cents: centsByDay(costs, prices, days, ({ calls }) => calls) },
        { name: 'TIMER', cents: centsByDay(costs, prices, days, ({ milliseconds }) => milliseconds) },
        { name: 'MEMORY', cents: centsByDay(costs, prices, days, ({ bytes }) => bytes) },
      ];
    const keys = costs.flatMap(({ key }) => key ?? []);
    const names =
      by === 'user'
        ? await people.listNames(keys)
        : new Map((await listNames()).map(({ id, name }) => [id, name]));
    return toSeries(costs, prices, days, (key) => names.get(key) ?? key);
  }

  async #listFunctionParts(reader: UsageReader, prices: MonthPrices, days: number): Promise<UsageSeries[]> {
    const { db } = this.#parts;
    const scope = scopeOf(reader);
    const [all, functions] = await Promise.all([
      listDayCosts(db, scope, prices, { by: 'service', limit: 0 }),
      listCostliestFunctions(db, scope, prices, MAX_NAMED_PARTS),
    ]);
    const costs = await listFunctionDayCosts(db, scope, prices, functions);
    const named = functions.map(({ serviceId, target, isCollection }) => {
      const own = costs.filter(
        (each) =>
          each.serviceId === serviceId && each.target === target && each.isCollection === isCollection,
      );
      return { name: target, cents: centsByDay(own, prices, days, ({ cost }) => cost) };
    });
    const known = add(
      named.map(({ cents }) => cents),
      days,
    );
    const others = centsByDay(all, prices, days).map((cents, index) =>
      Math.max(cents - (known[index] ?? 0), 0),
    );
    return sum(others) < 0.01 ? named : [...named, { cents: others }];
  }
}

const lengthOf = (month: string): number => Number(daysOfMonth(month).end.slice(-2));

/** Days before the first use say nothing about those to come. */
function sinceFirstUse(days: readonly number[]): readonly number[] {
  const first = days.findIndex((cents) => cents > 0);
  return first < 0 ? [] : days.slice(first);
}
