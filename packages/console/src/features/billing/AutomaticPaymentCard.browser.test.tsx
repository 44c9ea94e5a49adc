import {
  type AutomaticCharge,
  getAutomaticPayment,
  setAutomaticPayment,
} from '@atrium/contract/billing/automatic-payment';
import { listCards } from '@atrium/contract/billing/card';
import { expect, it } from 'vitest';
import { expectNoFindings } from '../../../test/accessibility.ts';
import { draw } from '../../../test/draw.tsx';
import { answer } from '../../../test/platform.ts';
import { signIn } from '../../../test/sign-in.ts';
import { AutomaticPaymentCard } from './AutomaticPaymentCard.tsx';
import { ChargeNotice } from './ChargeNotice.tsx';

const card = {
  id: '0190f2c4-7a10-7000-8000-000000000000',
  last4: '4242',
  expMonth: 9,
  expYear: 2030,
  defaultCard: true,
};

it('names the card and what happens before it is turned on, and is turned off at once', async () => {
  signIn('billing.read', 'billing.pay');
  answer(listCards, () => [card]);
  const sent: boolean[] = [];
  answer(getAutomaticPayment, () => ({ isOn: sent.at(-1) ?? false }));
  answer(setAutomaticPayment, ({ body }) => {
    sent.push(body.isOn);
    return body;
  });
  const screen = await draw(<AutomaticPaymentCard />);
  const turnOn = screen.getByRole('button', { name: 'Turn on automatic payment' });
  await turnOn.click();
  const question = screen.getByRole('alertdialog', { name: 'Turn on automatic payment?' });
  await expect
    .element(question)
    .toHaveAccessibleDescription(
      /^Each new invoice will be charged to your card ending in 4242, .* A payment that fails is tried again 1, 3, and 7 days later/,
    );
  await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await expectNoFindings();
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(sent).toEqual([]);
  await turnOn.click();
  await question.getByRole('button', { name: 'Turn on' }).click();
  await expect.element(question).not.toBeInTheDocument();
  const turnOff = screen.getByRole('button', { name: 'Turn off automatic payment' });
  await expect.element(turnOff).toBeVisible();
  await expect.element(screen.getByText(/^Automatic payment is on: /)).toBeVisible();
  await turnOff.click();
  await expect.element(screen.getByText(/^Automatic payment is off: /)).toBeVisible();
  expect(sent).toEqual([true, false]);
});

it.each<[string, AutomaticCharge]>([
  [
    'This invoice will be charged to your card ending in 4242 on 12/03/2026.',
    { failedTries: 0, nextOn: '2026-12-03T02:20:00.000Z' },
  ],
  [
    'The next automatic payment will be tried on 12/04/2026, with your card ending in 4242. You can also pay now.',
    { failedTries: 1, nextOn: '2026-12-04T02:20:00.000Z' },
  ],
  [
    'This invoice will not be charged automatically again. Choose Pay Now to pay it.',
    { failedTries: 4, nextOn: null },
  ],
])('an invoice says: %s', async (text, charge) => {
  answer(listCards, () => [card]);
  const screen = await draw(<ChargeNotice charge={charge} />);
  await expect.element(screen.getByText(text)).toBeVisible();
});
