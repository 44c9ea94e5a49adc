import type { UsageSeries } from '@atrium/contract/billing/usage-month';
import type { Measure } from '@atrium/contract/pricing/measure';
import { exactCents } from '../../pricing/amount.ts';
import type { PriceBook } from '../../pricing/price-book.ts';
import type { UsedQuantity } from '../invoices/rating.ts';
import { shareMetric } from './metric-shares.ts';

export interface BilledQuantity extends UsedQuantity {
  billedDay: string;
}

/** Cost of each day of a month, from the 1st on. */
export interface DayCosts {
  /** Whole cents: the same share of each line of the bill as its list of days shows. They add up to the bill. */
  cents: number[];
  /** Not rounded. */
  exact: number[];
  byService: Map<string, number[]>;
  byMeasure: Map<Measure, number[]>;
}

/** Splits the lines of a month's bill by day. */
export function costsByDay(used: readonly BilledQuantity[], book: PriceBook, count: number): DayCosts {
  const lines = [...Map.groupBy(used, lineOf).values()].flatMap((line) => {
    const [first] = line;
    return first === undefined ? [] : [{ ...first, cents: centsOfLine(line, book, count) }];
  });
  const groupBy = <Key>(keyOf: (line: UsedQuantity) => Key) =>
    new Map(
      [...Map.groupBy(lines, keyOf)].map(([key, own]) => [
        key,
        add(
          own.map(({ cents }) => cents),
          count,
        ),
      ]),
    );
  const exact = Array.from({ length: count }, () => 0);
  for (const { billedDay, day, quantity, serviceId: service, target, metric, type } of used) {
    const price = book.priceOn(day, { service, target, metric, measure: type });
    const cents = price === null ? 0 : exactCents(quantity, price);
    exact[indexOf(billedDay)] = (exact[indexOf(billedDay)] ?? 0) + cents;
  }
  return {
    cents: add(
      lines.map(({ cents }) => cents),
      count,
    ),
    exact: exact.slice(0, count),
    byService: groupBy(({ serviceId }) => serviceId),
    byMeasure: groupBy(({ type }) => type),
  };
}

const lineOf = ({ serviceId, metric, target, type }: UsedQuantity): string =>
  JSON.stringify([serviceId, metric, target, type]);

const indexOf = (day: string): number => Number(day.slice(-2)) - 1;

export const byBilledDay = (one: BilledQuantity, other: BilledQuantity): number =>
  one.billedDay < other.billedDay ? -1 : 1;

function centsOfLine(line: readonly BilledQuantity[], book: PriceBook, count: number): number[] {
  const cents = Array.from({ length: count }, () => 0);
  const parts = line.toSorted(byBilledDay).map((each) => ({ ...each, part: each.billedDay }));
  for (const [day, share] of shareMetric(parts, book)) cents[indexOf(day)] = share.cents;
  return cents;
}

export const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0);

/** Adds up series day by day. */
export function add(series: readonly (readonly number[])[], days: number): number[] {
  return Array.from({ length: days }, (_, index) => sum(series.map((cents) => cents[index] ?? 0)));
}

/** Numbers by day from the 1st on; several of a day are added up. */
export function toDays<Cost extends { day: string }>(
  costs: readonly Cost[],
  days: number,
  costOf: (cost: Cost) => number,
): number[] {
  const numbers = Array.from({ length: days }, () => 0);
  for (const cost of costs) {
    const index = indexOf(cost.day);
    if (index < days) numbers[index] = (numbers[index] ?? 0) + costOf(cost);
  }
  return numbers;
}

/** Part of a plot whose days are not lines of the bill. */
interface WeighedPart {
  name?: string;
  /** Its cost of each day, in any unit. */
  weights: readonly number[];
}

/**
 * Splits the cents of each day over parts by weight. Each day gives its cents to the parts of that day which have got
 * least of their due so far, so that every day is exact, and every part within a cent or two.
 */
export function splitDays(cents: readonly number[], parts: readonly WeighedPart[]): UsageSeries[] {
  const series = parts.map(({ name }) => ({ ...(name !== undefined && { name }), cents: [] as number[] }));
  const owed = parts.map(() => 0);
  for (const [day, total] of cents.entries()) {
    const weights = parts.map((part) => part.weights[day] ?? 0);
    const whole = sum(weights);
    const dues = weights.map((weight, index) =>
      weight > 0 ? (total * weight) / whole + (owed[index] ?? 0) : (owed[index] ?? 0),
    );
    const used = weights.flatMap((weight, index) => (weight > 0 ? [index] : []));
    const given = giveCents(total, dues, used.length > 0 ? used : [...parts.keys()].slice(-1));
    for (const [index, each] of given.entries()) {
      series[index]?.cents.push(each);
      owed[index] = (dues[index] ?? 0) - each;
    }
  }
  return series;
}

/** Rounds what is due to those of some indices to whole cents that add up to `total`. */
function giveCents(total: number, dues: readonly number[], indices: readonly number[]): number[] {
  const given = dues.map((due, index) => (indices.includes(index) ? Math.max(Math.floor(due), 0) : 0));
  const leftTo = (index: number) => (dues[index] ?? 0) - (given[index] ?? 0);
  for (let left = total - sum(given); left !== 0; left -= Math.sign(left)) {
    const sign = Math.sign(left);
    const able = indices.filter((index) => sign > 0 || (given[index] ?? 0) > 0);
    const [next] = able.toSorted((one, other) => sign * (leftTo(other) - leftTo(one)));
    if (next === undefined) break;
    given[next] = (given[next] ?? 0) + sign;
  }
  return given;
}

/** Rounds numbers so that they add up to their rounded sum. */
export function roundTogether(numbers: readonly number[]): number[] {
  let exact = 0;
  let rounded = 0;
  return numbers.map((number) => {
    exact += number;
    const next = Math.round(exact) - rounded;
    rounded += next;
    return next;
  });
}

/** Remaining forecast costs, starting with today, less the costs of today so far. */
export function restOf(coming: readonly number[], todayCents: number): number[] {
  return coming.map((cents, index) => (index === 0 ? Math.max(cents - todayCents, 0) : cents));
}
