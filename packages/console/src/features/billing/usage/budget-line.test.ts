import type { UsageDays } from '@atrium/contract/billing/usage-month';
import { expect, test } from 'vitest';
import { budgetLine, describeBudget, describeLine } from './budget-line.ts';

const budget = (cents: number, reachedOn: string | null = null) => ({
  id: String(cents),
  cents,
  reachedOn,
  stops: [],
});
const today = '2026-11-21T09:00:00Z';

test('the line is of the next budget, by the average day', () => {
  expect(budgetLine([], '2026-11', 100)).toBeNull();
  const line = budgetLine([budget(3000, today), budget(6000), budget(9000)], '2026-11', 100);
  expect(line).toEqual({ cents: 6000, dayCents: 200, isInPlot: true });
  expect(budgetLine([budget(3000, today), budget(6000, today)], '2026-11', 100)?.cents).toBe(6000);
  expect(line && describeLine(line)).toBe('Budget of $60.00: $2.00 a day on average');
});

test('a line far above the bars stays out of the plot', () => {
  expect(budgetLine([budget(6000)], '2026-11', 99)?.isInPlot).toBe(false);
});

test('a budget tells when it is reached about, if that is in this month', () => {
  const days: UsageDays = {
    firstMonth: '2026-11',
    today: 28,
    grandTotalCents: 13_000,
    parts: [],
    before: { cents: [], grandTotalCents: 0, sameDaysCents: 0 },
    forecast: { grandTotalCents: 16_000, cents: [500, 1500, 1000], least: [], most: [] },
    freeTier: null,
  };
  expect(describeBudget('2026-11', 15_000, 13_000)).toBe('$130.00 of $150.00');
  expect(describeBudget('2026-11', 15_000, 13_000, days)).toBe(
    '$130.00 of $150.00, reached about 11/29/2026',
  );
  expect(describeBudget('2026-11', 20_000, 13_000, days)).toBe(
    '$130.00 of $200.00, not reached this month at this rate',
  );
});
