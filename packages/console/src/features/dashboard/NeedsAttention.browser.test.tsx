import { listBudgets } from '@atrium/contract/billing/budget';
import { listCards } from '@atrium/contract/billing/card';
import { listInvoices } from '@atrium/contract/billing/invoice';
import { listServices } from '@atrium/contract/services/service';
import { expect, it } from 'vitest';
import { expectNoFindings } from '../../../test/accessibility.ts';
import { draw } from '../../../test/draw.tsx';
import { answer, refusal } from '../../../test/platform.ts';
import { signIn } from '../../../test/sign-in.ts';
import { unpaidInvoice } from '../../../test/unpaid-invoice.ts';
import { NeedsAttention } from './NeedsAttention.tsx';

const now = new Date('2026-11-24T12:00:00Z');

it('says so when the services could not be listed', async () => {
  answer(listServices, () => refusal(500, 'The list is broken.'));
  const screen = await draw(<NeedsAttention now={now} />);
  await expect.element(screen.getByText('Some of it could not be checked.')).toBeVisible();
});

it('pays an overdue invoice with its button, and tells how old it is', async () => {
  signIn('billing.read', 'billing.pay');
  answer(listServices, () => ({ services: [] }));
  answer(listCards, () => []);
  answer(listBudgets, () => []);
  answer(listInvoices, () => ({
    content: [unpaidInvoice],
    totalElements: 1,
    totalPages: 1,
    pageable: { pageNumber: 0, pageSize: 5 },
  }));
  const screen = await draw(<NeedsAttention now={now} />);
  const region = screen.getByRole('region', { name: 'Needs attention' });
  await expect.element(region.getByText('23 days ago')).toBeVisible();
  await expect
    .element(region.getByRole('link', { name: 'Invoice 2026-000042 is 9 days overdue.' }))
    .toHaveAttribute('href', `/console/payment/details?id=${unpaidInvoice.id}`);
  await expect.element(region.getByRole('button', { name: 'Pay $19.04: invoice 2026-000042' })).toBeVisible();
  await expectNoFindings();
});
