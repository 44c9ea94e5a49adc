import { listBudgets } from '@atrium/contract/billing/budget';
import { getUsageDays } from '@atrium/contract/billing/usage-month';
import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { answer } from '../../../../test/platform.ts';
import { signInAsChild } from '../../../../test/sign-in.ts';
import { BudgetsCard } from './BudgetsCard.tsx';
import { runningMonth } from './months.ts';
import { UsagePlotCard } from './UsagePlotCard.tsx';

it('measures the usage of a child user against no budget of the whole domain', async () => {
  const budget = { cents: 10_000, reachedOn: null, stops: [] };
  answer(listBudgets, () => [
    { ...budget, id: '0197a000-0000-7000-8000-0000000000b2' },
    { ...budget, id: '0197a000-0000-7000-8000-0000000000b1', cents: 5000, reachedOn: '2026-11-22T00:00:00Z' },
  ]);
  answer(getUsageDays, () => ({
    firstMonth: '2026-10',
    today: 2,
    grandTotalCents: 150,
    parts: [{ name: 'orders/create', cents: [100, 50] }],
    before: { cents: [100], grandTotalCents: 100, sameDaysCents: 100 },
    forecast: null,
    freeTier: null,
  }));
  signInAsChild('billing.read');
  const screen = await draw(
    <>
      <BudgetsCard />
      <UsagePlotCard month={runningMonth()} by="service" onStack={() => undefined} />
    </>,
  );
  await expect.element(screen.getByText('Reached on 11/22/2026')).toBeVisible();
  await expect.element(screen.getByRole('img', { name: /^Cost by day in .*: \$1\.50/ })).toBeVisible();
  await expect.element(screen.getByText(/ of \$100\.00/)).not.toBeInTheDocument();
  await expect.element(screen.getByRole('meter')).not.toBeInTheDocument();
  await expect.element(screen.getByText(/Budget of/)).not.toBeInTheDocument();
});
