import { listAddresses } from '@atrium/contract/billing/address';
import { getAutomaticPayment } from '@atrium/contract/billing/automatic-payment';
import { listCards } from '@atrium/contract/billing/card';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectNoFindings } from '../../../test/accessibility.ts';
import { draw } from '../../../test/draw.tsx';
import { answer } from '../../../test/platform.ts';
import { unpaidInvoice } from '../../../test/unpaid-invoice.ts';
import { Toaster } from '../../ui/Toaster.tsx';
import { AddressesTable } from './AddressesTable.tsx';
import { CardsTable } from './CardsTable.tsx';
import { PayAction } from './PayAction.tsx';

const id = '0190f2c4-7a10-7000-8000-000000000000';
const unpaid = { ...unpaidInvoice, invoiceId: 'A-1' };
const needed =
  /^This needs the permission "Pay and manage billing" \(pay invoices, and manage cards, addresses and budgets\)\./;

it('whoever may not pay finds every button that does, with the reason', async () => {
  answer(getAutomaticPayment, () => ({ isOn: false }));
  answer(listCards, () => [{ id, last4: '4242', expMonth: 12, expYear: 2030, defaultCard: false }]);
  answer(listAddresses, () => [
    {
      id,
      addressCountry: 'AT',
      addressCity: 'Wien',
      addressLine1: 'Ring 1',
      addressLine2: '',
      addressZip: '1010',
      companyName: '',
      companyVat: '',
      defaultAddress: false,
    },
  ]);
  const screen = await draw(
    <>
      <PayAction invoice={unpaid} />
      <CardsTable />
      <AddressesTable />
      <Toaster />
    </>,
  );
  const names = [
    'Pay Now: invoice A-1',
    'Add Card',
    'Make default: card ending in 4242',
    'Delete card ending in 4242',
    'Add Address',
    'Make default: address Ring 1',
    'Edit address Ring 1',
    'Delete address Ring 1',
  ];
  for (const name of names) {
    const button = screen.getByRole('button', { name });
    await expect.element(button).toHaveAttribute('aria-disabled', 'true');
    await expect.element(button).toHaveAccessibleDescription(needed);
  }
  await expectNoFindings();
  for (const name of names) {
    const button = screen.getByRole('button', { name });
    (button.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(button).toHaveFocus();
  }
  await expect.element(screen.getByText(needed).first()).toBeVisible();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(screen.getByRole('alertdialog')).not.toBeInTheDocument();
});
