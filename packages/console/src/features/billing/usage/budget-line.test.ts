import { expect, test } from 'vitest';
import { budgetLine, describeLine, percentUsed } from './budget-line.ts';

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

test('what is not reached is never said to be', () => {
  expect(percentUsed(9999, 10_000)).toBe(99);
  expect(percentUsed(12_000, 10_000)).toBe(100);
});
