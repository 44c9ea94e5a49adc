import type { UsageDays } from '@atrium/contract/billing/usage-month';
import { expect, it } from 'vitest';
import { expectNoFindings } from '../../../test/accessibility.ts';
import { draw } from '../../../test/draw.tsx';
import { CostSparkline } from './CostSparkline.tsx';

const usage: UsageDays = {
  firstMonth: '2026-10',
  today: 2,
  grandTotalCents: 153,
  parts: [{ name: 'content', cents: [150, 3] }],
  before: { cents: [100], grandTotalCents: 100, sameDaysCents: 100 },
  forecast: null,
  freeTier: null,
};

it('can also be read as a table', async () => {
  const screen = await draw(<CostSparkline usage={usage} now={new Date('2026-11-02T09:00:00Z')} />);
  const table = screen.getByRole('table', { name: 'Cost of the last 3 days' });
  const costs = { '10/31/2026': '$1.00', '11/01/2026': '$1.50', '11/02/2026': '$0.03' };
  for (const [day, cost] of Object.entries(costs)) {
    await expect.element(table.getByRole('row', { name: `${day} ${cost}` })).toBeInTheDocument();
  }
  await expectNoFindings();
});
