import { compareVersionCosts } from '@atrium/contract/billing/version-costs';
import { expect, it } from 'vitest';
import { expectNoFindings } from '../../../../test/accessibility.ts';
import { draw } from '../../../../test/draw.tsx';
import { answer } from '../../../../test/platform.ts';
import { VersionCosts } from './VersionCosts.tsx';

it('functions have the cost of 1,000 calls and the duration before and after, the dearer ones first', async () => {
  answer(compareVersionCosts, () => ({
    isOwnOnly: true,
    functions: [
      {
        function: 'orders/create',
        before: { calls: 2000, milliseconds: 24_000, cents: 0.5 },
        after: { calls: 100, milliseconds: 1500, cents: 20 },
      },
      { function: 'gone', before: { calls: 1, milliseconds: 3, cents: null }, after: null },
      {
        function: 'same',
        before: { calls: 10, milliseconds: 20, cents: 1 },
        after: { calls: 10, milliseconds: 20, cents: 1 },
      },
    ],
  }));
  const screen = await draw(<VersionCosts serviceId="shop" from={3} to={4} />);
  const table = screen.getByRole('table', { name: 'Cost of 1,000 calls' });
  await expect.element(table.getByRole('row').nth(1)).toBeVisible();
  const rows = table
    .getByRole('row')
    .elements()
    .map((row) => [...row.querySelectorAll('td, th')].map((cell) => cell.textContent));
  expect(rows.slice(1)).toEqual([
    ['orders/create', '2,000 → 100', '12 ms → 15 ms', '0.25 cents → $2.00'],
    ['same', '10', '2 ms', '$1.00'],
    ['gone', '1 → no calls', '3 ms → no calls', 'no price → no calls'],
  ]);
  await expect.element(screen.getByText(/Only your own calls are counted/)).toBeVisible();
  await expectNoFindings();
});

it('versions that nothing was called with say so', async () => {
  answer(compareVersionCosts, () => ({ isOwnOnly: false, functions: [] }));
  const screen = await draw(<VersionCosts serviceId="shop" from={3} to={4} />);
  await expect.element(screen.getByText(/No function was called while one of these/)).toBeVisible();
});
