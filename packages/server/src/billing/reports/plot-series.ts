import type { UsageSeries } from '@atrium/contract/billing/usage-month';
import { centsOf, type MonthPrices } from '../invoices/month-prices.ts';
import type { DayCost } from './usage-plot.repository.ts';

export const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0);

/** Adds up series day by day. */
export function add(series: readonly (readonly number[])[], days: number): number[] {
  return Array.from({ length: days }, (_, index) => sum(series.map((cents) => cents[index] ?? 0)));
}

const allMeasures = ({ calls, milliseconds, bytes }: DayCost): string =>
  String(BigInt(calls) + BigInt(milliseconds) + BigInt(bytes));

/** Cents of each day from the 1st on; several costs of a day are added up. */
export function centsByDay(costs: readonly DayCost[], prices: MonthPrices, days: number): number[];
export function centsByDay<Cost extends { day: string }>(
  costs: readonly Cost[],
  prices: MonthPrices,
  days: number,
  costOf: (cost: Cost) => string,
): number[];
export function centsByDay(
  costs: readonly DayCost[],
  prices: MonthPrices,
  days: number,
  costOf: (cost: DayCost) => string = allMeasures,
): number[] {
  const cents = Array.from({ length: days }, () => 0);
  for (const cost of costs) {
    const index = Number(cost.day.slice(-2)) - 1;
    if (index < days) cents[index] = (cents[index] ?? 0) + centsOf(costOf(cost), prices);
  }
  return cents;
}

/** One series per key, highest cost first; data without a key is last and unnamed. */
export function toSeries(
  costs: readonly DayCost[],
  prices: MonthPrices,
  days: number,
  nameOf: (key: string) => string,
): UsageSeries[] {
  const series = [...Map.groupBy(costs, ({ key }) => key)].map(([key, own]) => ({
    key,
    cents: centsByDay(own, prices, days),
  }));
  return series
    .sort((a, b) => Number(a.key === null) - Number(b.key === null) || sum(b.cents) - sum(a.cents))
    .map(({ key, cents }) => ({ ...(key !== null && { name: nameOf(key) }), cents }));
}

/** Remaining forecast costs, starting with today, less the costs of today so far. */
export function restOf(coming: readonly number[], todayCents: number): number[] {
  return coming.map((cents, index) => (index === 0 ? Math.max(cents - todayCents, 0) : cents));
}
