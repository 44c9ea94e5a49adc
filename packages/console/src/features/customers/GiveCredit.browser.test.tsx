import type { Credit } from '@atrium/contract/billing/credit';
import {
  CREDIT_TO_CLOSED,
  giveCustomerCredit,
  listCustomerCredits,
} from '@atrium/contract/customers/customer-credit';
import { expect, it } from 'vitest';
import { draw } from '../../../test/draw.tsx';
import { answer, refusal } from '../../../test/platform.ts';
import { Toaster } from '../../ui/Toaster.tsx';
import { CustomerCreditsTab } from './CustomerCreditsTab.tsx';
import { GiveCredit } from './GiveCredit.tsx';

const customer = { id: '0190f2c4-7a10-7000-8000-000000000000', closedOn: null, name: 'ada' };

it('a credit whose answer was lost is shown, and given once although it is given again', async () => {
  const given = new Map<string | null, Credit>();
  let state: 'lost' | 'going on' | 'answered' = 'lost';
  answer(listCustomerCredits, () => [...given.values()]);
  answer(giveCustomerCredit, ({ body }, headers) => {
    if (state === 'going on') return refusal(409, 'The same request is still in progress.');
    given.set(headers.get('idempotency-key'), {
      ...body,
      id: crypto.randomUUID(),
      createdOn: '2026-11-27T12:00:00.000Z',
      isGiven: true,
      givenBy: 'root',
      usedCents: 0,
      expiredCents: 0,
      leftCents: body.cents,
    });
    if (state === 'lost') throw new TypeError('The connection broke.');
    return [...given.values()];
  });
  const screen = await draw(
    <>
      <GiveCredit customer={customer} onGiven={() => {}} />
      <CustomerCreditsTab id={customer.id} />
      <Toaster />
    </>,
  );
  const button = (name: string) => screen.getByRole('button', { name, exact: true });
  const give = async () => {
    await button('Give a credit').click();
    await screen.getByRole('textbox', { name: 'Amount in dollars' }).fill('50');
    await screen.getByRole('textbox', { name: 'Reason' }).fill('An outage');
    await button('Give $50.00').click();
    const question = screen.getByRole('alertdialog', { name: 'Give a credit' });
    await expect.element(question.getByText(/^Give \$50\.00 of credit to ada\?/)).toBeVisible();
    await question.getByRole('button', { name: 'Give $50.00' }).click();
  };
  const giveUnconfirmed = async () => {
    await give();
    await expect.element(screen.getByText('The credit is not confirmed yet')).toBeVisible();
    await button('Ok').click();
    await button('Cancel').click();
  };
  await giveUnconfirmed();
  const rows = screen.getByRole('rowheader', { name: /^An outage/ });
  await expect.element(rows).toBeVisible();

  state = 'going on';
  await giveUnconfirmed();

  state = 'answered';
  await give();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(screen.getByText('ada was given $50.00 of credit.')).toBeVisible();
  expect(rows.elements()).toHaveLength(1);
  expect([...given.values()].map(({ cents }) => cents)).toEqual([5000]);

  await give();
  await expect.poll(() => rows.elements()).toHaveLength(2);
});

it('gives nothing before the question is answered, nor after no', async () => {
  const screen = await draw(<GiveCredit customer={customer} onGiven={() => {}} />);
  await screen.getByRole('button', { name: 'Give a credit', exact: true }).click();
  const dialog = screen.getByRole('dialog', { name: 'Give a credit to ada' });
  await dialog.getByRole('textbox', { name: 'Amount in dollars' }).fill('12.345');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('An outage');
  await dialog.getByRole('button', { name: 'Give', exact: true }).click();
  await expect
    .element(dialog.getByText('Enter an amount in dollars, such as 25 or 49.90.').first())
    .toBeVisible();
  await dialog.getByRole('textbox', { name: 'Amount in dollars' }).fill('12.34');
  await dialog.getByRole('button', { name: 'Give $12.34' }).click();
  // Confirming would send a call that this test does not answer.
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog.getByRole('button', { name: 'Give $12.34' })).toBeEnabled();
  await expect.element(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('An outage');
});

it('says why a closed account is given no credit', async () => {
  const closed = { ...customer, closedOn: '2026-11-01T00:00:00.000Z' };
  const screen = await draw(<GiveCredit customer={closed} onGiven={() => {}} />);
  const button = screen.getByRole('button', { name: 'Give a credit', exact: true });
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  await expect.element(button).toHaveAttribute('title', CREDIT_TO_CLOSED);
});
