import { listAddresses } from '@atrium/contract/billing/address';
import { getAutomaticPayment } from '@atrium/contract/billing/automatic-payment';
import { hasCard, listCards } from '@atrium/contract/billing/card';
import { listCredits } from '@atrium/contract/billing/credit';
import { listInvoices } from '@atrium/contract/billing/invoice';
import { expect, it } from 'vitest';
import { draw } from '../../../test/draw.tsx';
import { answer } from '../../../test/platform.ts';
import { unpaidInvoice } from '../../../test/unpaid-invoice.ts';
import { PaymentPage } from './PaymentPage.tsx';

const invoices = Array.from({ length: 11 }, (_, index) => ({
  ...unpaidInvoice,
  id: `0190f2c4-7a10-7000-8000-0000000000${10 + index}`,
  invoiceId: `2026-0000${10 + index}`,
}));

it('lists the ten latest invoices', async () => {
  answer(hasCard, () => true);
  answer(listCards, () => []);
  answer(getAutomaticPayment, () => ({ isOn: false }));
  answer(listAddresses, () => []);
  answer(listCredits, () => []);
  answer(listInvoices, ({ body: { page, size } }) => ({
    content: invoices.slice(0, size),
    totalElements: invoices.length,
    totalPages: Math.ceil(invoices.length / size),
    pageable: { pageNumber: page, pageSize: size },
  }));
  const screen = await draw(<PaymentPage />);
  await expect.element(screen.getByRole('rowheader', { name: '2026-000019' })).toBeVisible();
  await expect.element(screen.getByRole('rowheader', { name: '2026-000020' })).not.toBeInTheDocument();
});
