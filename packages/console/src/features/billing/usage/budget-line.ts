import type { Budget } from '@atrium/contract/billing/budget';
import { formatCents } from '@atrium/contract/billing/money';
import type { UsageDays } from '@atrium/contract/billing/usage-month';
import { dateOfDay, lengthOf } from './months.ts';

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

/** `$130.26 of $150.00, reached about 11/29/2026`; budgets restart each month. */
export function describeBudget(
  month: string,
  budgetCents: number,
  usedCents: number,
  days?: UsageDays,
): string {
  const text = `${formatCents(usedCents)} of ${formatCents(budgetCents)}`;
  if (!days?.forecast || days.today === null) return text;
  let reached = usedCents;
  const index = days.forecast.cents.findIndex((cents) => (reached += cents) >= budgetCents);
  return index < 0
    ? `${text}, not reached this month at this rate`
    : `${text}, reached about ${dateOfDay(month, days.today + index)}`;
}
