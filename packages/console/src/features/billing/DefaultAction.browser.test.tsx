import { getAutomaticPayment } from '@atrium/contract/billing/automatic-payment';
import { listCards, makeCardDefault } from '@atrium/contract/billing/card';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { draw } from '../../../test/draw.tsx';
import { answer } from '../../../test/platform.ts';
import { signIn } from '../../../test/sign-in.ts';
import { CardsTable } from './CardsTable.tsx';

it('an expired default card is told, and an expired one is not made the default', async () => {
  answer(getAutomaticPayment, () => ({ isOn: false }));
  const expired = { expMonth: 4, expYear: 2020 };
  const [first, second] = [1, 2].map((digit) => `0190f2c4-7a10-7000-8000-00000000000${digit}`);
  answer(listCards, () => [
    { id: first ?? '', last4: '4242', ...expired, defaultCard: true },
    { id: second ?? '', last4: '1881', ...expired, defaultCard: false },
  ]);
  signIn('billing.read', 'billing.pay');
  const screen = await draw(<CardsTable />);
  const notice = screen
    .getByRole('alert')
    .getByText(/^Your default card ending in 4242 expired in 04\/2020, so/);
  await expect.element(notice).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /4242.*04\/2020 ?Expired/ })).toBeVisible();
  await expect
    .element(screen.getByRole('button', { name: 'Make default: card ending in 1881' }))
    .toHaveAccessibleDescription(/^The card ending in 1881 expired in 04\/2020\. Add a card/);
});

it('the focus goes on to the next row when the button has become a word', async () => {
  const ids = [1, 2].map((digit) => `0190f2c4-7a10-7000-8000-00000000000${digit}`);
  let chosen = '';
  answer(getAutomaticPayment, () => ({ isOn: false }));
  answer(listCards, () =>
    ids.map((id, index) => ({
      id,
      last4: index === 0 ? '4242' : '1881',
      expMonth: 12,
      expYear: 2030,
      defaultCard: id === chosen,
    })),
  );
  answer(makeCardDefault, ({ params }) => {
    chosen = params.id;
    return new Response(null, { status: 204 });
  });
  signIn('billing.read', 'billing.pay');
  const screen = await draw(<CardsTable />);
  const first = screen.getByRole('button', { name: 'Make default: card ending in 4242' });
  await expect.element(first).toBeVisible();
  (first.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(first).not.toBeInTheDocument();
  await expect
    .element(screen.getByRole('button', { name: 'Make default: card ending in 1881' }))
    .toHaveFocus();
});
