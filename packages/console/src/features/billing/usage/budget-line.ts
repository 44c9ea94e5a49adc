import type { Budget } from '@atrium/contract/billing/budget';
import { formatCents } from '@atrium/contract/billing/money';
import { lengthOf } from './months.ts';

/** Budget as drawn in a plot by day; a budget covers the whole month. */
export interface BudgetLine {
  cents: number;
  /** Average budget of a day. */
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

/** Rounded down, so that an unreached budget never shows 100 %. */
export function percentUsed(usageCents: number, budgetCents: number): number {
  return Math.min(Math.floor((100 * usageCents) / budgetCents), 100);
}
