import { compareUsage } from '@atrium/contract/billing/usage-comparison';
import { getMonthUsage, getUsageDays, listUsedFunctions } from '@atrium/contract/billing/usage-month';
import { toPagedResult } from '@atrium/contract/paging';
import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { answer } from '../../../../test/platform.ts';
import { signIn } from '../../../../test/sign-in.ts';
import { UsagePage } from './UsagePage.tsx';

it('explains a month without usage, and moves focus only to open and to close that', async () => {
  answer(getMonthUsage, () => ({ grandTotalCents: 0, services: [] }));
  answer(getUsageDays, () => ({
    firstMonth: '2026-07',
    today: null,
    grandTotalCents: 0,
    parts: [],
    before: { cents: [100], grandTotalCents: 100, sameDaysCents: 100 },
    forecast: null,
    freeTier: null,
  }));
  const none = { count: 0, cents: 0 };
  answer(compareUsage, () => ({
    fromCents: 100,
    toCents: 0,
    added: none,
    gone: { count: 1, cents: -100 },
    volumeCents: 0,
    priceCents: 0,
  }));
  // Asked for until the usage is known.
  answer(listUsedFunctions, () => toPagedResult([], 0, { page: 0, size: 50 }));
  signIn();
  const screen = await draw(<UsagePage />, { path: '/?month=2026-09' });
  await expect.element(screen.getByText('Nothing was used in this month.')).toBeVisible();
  const why = screen.getByRole('button', { name: /^Why .100%\?$/ });
  await why.click();
  const table = screen.getByRole('table', { name: 'August 2026 and September 2026 compared' });
  await expect.element(table).toBeVisible();
  expect(document.activeElement?.contains(table.element())).toBe(true);
  const months = screen.getByRole('combobox', { name: 'Month', exact: true });
  (months.element() as HTMLElement).focus();
  await months.selectOptions('2026-08');
  await expect
    .element(screen.getByRole('table', { name: 'July 2026 and August 2026 compared' }))
    .toBeVisible();
  await expect.element(months).toHaveFocus();
  await screen.getByRole('button', { name: 'Close' }).click();
  await expect.element(why).toHaveFocus();
  await expect.element(screen.getByRole('combobox', { name: 'Compare with' })).not.toBeInTheDocument();
});
