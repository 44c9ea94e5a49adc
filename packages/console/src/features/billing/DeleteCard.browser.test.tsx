import { getAutomaticPayment } from '@atrium/contract/billing/automatic-payment';
import { deleteCard, hasCard, listCards } from '@atrium/contract/billing/card';
import { expect, it } from 'vitest';
import { draw } from '../../../test/draw.tsx';
import { answer } from '../../../test/platform.ts';
import { signIn } from '../../../test/sign-in.ts';
import { AutomaticPaymentCard } from './AutomaticPaymentCard.tsx';
import { DeleteCard } from './DeleteCard.tsx';

const card = {
  id: '0190f2c4-7a10-7000-8000-000000000000',
  last4: '4242',
  expMonth: 9,
  expYear: 2030,
  defaultCard: true,
};

it('says that automatic payment ends with the last card, and shows that it has', async () => {
  signIn('billing.read', 'billing.pay');
  let isThere = true;
  answer(listCards, () => (isThere ? [card] : []));
  answer(hasCard, () => isThere);
  answer(getAutomaticPayment, () => ({ isOn: isThere }));
  answer(deleteCard, () => {
    isThere = false;
  });
  const screen = await draw(
    <>
      <AutomaticPaymentCard />
      <DeleteCard card={card} />
    </>,
  );
  await expect.element(screen.getByText(/^Automatic payment is on: /)).toBeVisible();
  await screen.getByRole('button', { name: 'Delete card ending in 4242' }).click();
  const question = screen.getByRole('alertdialog');
  await expect
    .element(question)
    .toHaveAccessibleDescription(/\? It is your last card, so automatic payment is turned off\.$/);
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect.element(screen.getByText(/^Automatic payment is off: /)).toBeVisible();
});
