import { type Invoice, listInvoices } from '@atrium/contract/billing/invoice';
import { expect, it } from 'vitest';
import { draw } from '../../../test/draw.tsx';
import { answer, refusal } from '../../../test/platform.ts';
import { unpaidInvoice } from '../../../test/unpaid-invoice.ts';
import { PeriodSelector } from './PeriodSelector.tsx';

const older: Invoice = {
  ...unpaidInvoice,
  id: '0190f2c4-7a10-7000-8000-000000000009',
  period: { start: '2020-01-01', end: '2020-01-31' },
};
const selector = <PeriodSelector id={older.id} invoice={older} onSelect={() => undefined} />;

it('says that the invoices could not be listed, and offers those that can be, with the one on the page', async () => {
  answer(listInvoices, () => refusal(500, 'Try again later.'));
  const screen = await draw(selector);
  await expect.element(screen.getByText('Error encountered.')).toBeVisible();
  answer(listInvoices, ({ body: { page, size } }) => ({
    content: [unpaidInvoice],
    totalElements: 51,
    totalPages: 2,
    pageable: { pageNumber: page, pageSize: size },
  }));
  await screen.getByRole('button', { name: 'Retry' }).click();
  const periods = screen.getByRole('combobox', { name: 'Period' });
  await expect.element(periods).toHaveDisplayValue('January 2020');
  const offered = periods.getByRole('option').elements();
  expect(offered.map(({ textContent }) => textContent)).toEqual(['October 2026', 'January 2020']);
});
