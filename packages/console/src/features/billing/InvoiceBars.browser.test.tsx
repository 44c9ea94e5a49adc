import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../../../test/draw.tsx';
import { unpaidInvoice } from '../../../test/unpaid-invoice.ts';
import { InvoiceBars } from './InvoiceBars.tsx';

afterEach(() => page.viewport(1280, 800));

const october = { ...unpaidInvoice, dueDate: '2999-11-15T00:00:00.000Z' };
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

it('says that a bar is overdue', async () => {
  const screen = await draw(<InvoiceBars invoices={[{ ...october, dueDate: '2026-11-15T00:00:00.000Z' }]} />);
  await expect
    .element(screen.getByRole('link'))
    .toHaveAccessibleName(/^10\/2026: \$19\.04, [\d,]+ days? overdue$/);
  await expect.element(screen.getByText('Overdue', { exact: true })).toBeVisible();
  await expect.element(screen.getByText('Unpaid', { exact: true })).not.toBeInTheDocument();
});

it('has no key to hatched bars where all is paid', async () => {
  const screen = await draw(<InvoiceBars invoices={[september]} />);
  await expect.element(screen.getByRole('link')).toBeVisible();
  await expect.element(screen.getByText('Unpaid', { exact: true })).not.toBeInTheDocument();
});

it('says the year below the first and where another one begins, also of twelve on a narrow screen', async () => {
  await page.viewport(320, 640);
  // December and the following year: both years are shown.
  const months = Array.from({ length: 12 }, (_, index) =>
    index === 0 ? '2025-12' : `2026-${String(index).padStart(2, '0')}`,
  );
  const invoices = months.map((month, index) => ({
    ...september,
    id: `0190f2c4-7a10-7000-8000-0000000001${String(index).padStart(2, '0')}`,
    period: { start: `${month}-01`, end: `${month}-28` },
  }));
  const screen = await draw(
    <div className="px-8">
      <InvoiceBars invoices={invoices.toReversed()} />
    </div>,
  );
  const shown = screen
    .getByRole('link')
    .elements()
    .map((link) => link.querySelector('[aria-hidden]')?.textContent);
  expect(shown.slice(0, 3)).toEqual(['122025', '012026', '02']);
  const years = ['2025', '2026'].map((year) => screen.getByText(year, { exact: true }).element());
  const [one, two] = years.map((year) => {
    const range = document.createRange();
    range.selectNodeContents(year);
    return range.getBoundingClientRect();
  });
  expect(one?.right).toBeLessThanOrEqual(two?.left ?? 0);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
});
