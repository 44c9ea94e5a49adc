import { expect, it } from 'vitest';
import { draw } from '../../../test/draw.tsx';
import { unpaidInvoice } from '../../../test/unpaid-invoice.ts';
import { InvoiceBars } from './InvoiceBars.tsx';

const october = unpaidInvoice;
const september = {
  ...unpaidInvoice,
  id: '0190f2c4-7a10-7000-8000-000000000009',
  period: { start: '2026-09-01', end: '2026-09-30' },
  amount: 952,
  paid: true,
};

it('draws the oldest first, each as high as its amount, and says what is unpaid', async () => {
  const screen = await draw(<InvoiceBars invoices={[october, september]} />);
  const links = screen.getByRole('link');
  await expect.element(links.nth(0)).toHaveAccessibleName('09/2026: $9.52, paid');
  await expect.element(links.nth(1)).toHaveAccessibleName('10/2026: $19.04, unpaid');
  await expect.element(links.nth(1)).toHaveAttribute('href', expect.stringContaining(october.id));
  await expect.element(screen.getByText('Unpaid', { exact: true })).toBeVisible();
  const heights = links.elements().map((link) => link.querySelector('span > span')?.clientHeight ?? 0);
  expect(heights[0]).toBeCloseTo((heights[1] ?? 0) / 2, -1);
});

it('has no key to hatched bars where all is paid', async () => {
  const screen = await draw(<InvoiceBars invoices={[september]} />);
  await expect.element(screen.getByRole('link')).toBeVisible();
  await expect.element(screen.getByText('Unpaid', { exact: true })).not.toBeInTheDocument();
});
