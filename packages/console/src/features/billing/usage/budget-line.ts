import type { Budget } from '@atrium/contract/billing/budget';
import { formatCents } from '@atrium/contract/billing/money';
import { lengthOf } from './months.ts';

/** What a plot by day draws of a budget, which is for the whole month. */
export interface BudgetLine {
  cents: number;
  /** What each day may cost on average. */
  dayCents: number;
  /** A line far above the bars would make them too small to read; it is named in the legend only. */
  isInPlot: boolean;
}

/** The line of the smallest budget that is not reached yet, or of the largest one. */
export function budgetLine(
  budgets: readonly Budget[],
  month: string,
  largestDayCents: number,
): BudgetLine | null {
  const budget = budgets.find(({ reachedOn }) => reachedOn === null) ?? budgets.at(-1);
  if (budget === undefined) return null;
  const dayCents = budget.cents / lengthOf(month);
  return { cents: budget.cents, dayCents, isInPlot: dayCents <= 2 * largestDayCents };
}

/** `Budget of $100.00: $3.33 a day on average` */
export function describeLine({ cents, dayCents }: BudgetLine): string {
  return `Budget of ${formatCents(cents)}: ${formatCents(Math.round(dayCents))} a day on average`;
}

/** Rounded down: what is not reached is not said to be. */
export function percentUsed(usageCents: number, budgetCents: number): number {
  return Math.min(Math.floor((100 * usageCents) / budgetCents), 100);
}
