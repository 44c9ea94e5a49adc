import { listCards } from '@atrium/contract/billing/card';
import { payInvoice } from '@atrium/contract/billing/invoice';
import { getPaymentConfig } from '@atrium/contract/billing/setup';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { expectNoFindings } from '../../../test/accessibility.ts';
import { draw } from '../../../test/draw.tsx';
import { answer, refusal } from '../../../test/platform.ts';
import { unpaidInvoice as invoice } from '../../../test/unpaid-invoice.ts';
import { PayInvoice } from './PayInvoice.tsx';

const old = { id: invoice.id, last4: '4242', expMonth: 9, expYear: 2030, defaultCard: true };
const next = { ...old, id: invoice.id.replace(/0$/, '1'), last4: '0002' };

/** Simulates repeated clicks on *Pay Now*. */
function PayAgain() {
  const [turn, setTurn] = useState(0);
  return <PayInvoice key={turn} invoice={invoice} onClose={() => setTurn(turn + 1)} />;
}

it('charges the chosen card, and after a decline offers the others in the same dialog', async () => {
  const last = { ...next, id: invoice.id.replace(/0$/, '2'), last4: '3155', defaultCard: false };
  const expired = { ...last, id: invoice.id.replace(/0$/, '3'), last4: '1881', expYear: 2020 };
  answer(listCards, () => [old, { ...next, defaultCard: false }, last, expired]);
  const asked: (string | undefined)[] = [];
  answer(payInvoice, ({ query }) => {
    asked.push(query.card);
    return query.card === last.id
      ? { ...invoice, paid: true, card: { name: 'A. Miller', last4: '3155' }, authentication: null }
      : refusal(422, 'Your card was declined.');
  });
  const screen = await draw(<PayAgain />);
  await expect.element(screen.getByText('card ending in 4242')).toBeVisible();
  await screen.getByRole('radio', { name: /0002/ }).click();
  await expect.element(screen.getByText('card ending in 0002')).toBeVisible();
  await screen.getByRole('button', { name: 'Pay $19.04' }).click();
  const failed = screen.getByRole('alertdialog', { name: 'Payment failed' });
  await expect.element(failed.getByText('Your card was declined.')).toBeVisible();
  const buttons = failed.getByRole('button', { name: /^Pay / });
  await expect
    .poll(() => buttons.elements().map(({ textContent }) => textContent))
    .toEqual(['Pay $19.04 with card ending in 4242', 'Pay $19.04 with card ending in 3155']);
  await expect
    .element(failed.getByRole('link', { name: 'Add another card' }))
    .toHaveAttribute('href', '/console/payment');
  await expectNoFindings();
  await buttons.nth(1).click();
  await expect.poll(() => asked).toEqual([next.id, last.id]);
  await expect.element(failed).not.toBeInTheDocument();
});

it('tells the platform of a confirmation that was refused, and believes what it answers', async () => {
  const question = { provider: 'stripe', clientSecret: 'secret' };
  const refused = { error: { message: 'We are unable to authenticate your card.' } };
  vi.stubGlobal('Stripe', () => ({ handleNextAction: async () => refused }));
  answer(listCards, () => [old]);
  answer(getPaymentConfig, () => ({ provider: 'stripe' as const, publishableKey: 'pk_live_1' }));
  const asks = { ...invoice, authentication: question };
  // Each second response follows the card holder's confirmation.
  const answers = [
    asks,
    refusal(422, 'The bank refused it.'),
    asks,
    asks,
    asks,
    { ...invoice, paid: true, authentication: null },
  ];
  answer(payInvoice, () => answers.shift() ?? asks);
  const screen = await draw(<PayAgain />);
  const pay = () => screen.getByRole('button', { name: 'Pay $19.04' }).click();
  for (const reason of ['The bank refused it.', 'We are unable to authenticate your card.']) {
    await pay();
    const failed = screen.getByRole('alertdialog', { name: 'Payment failed' });
    await expect.element(failed.getByText(reason)).toBeVisible();
    await failed.getByRole('button', { name: 'Ok' }).click();
  }
  await pay();
  await expect.poll(() => answers).toEqual([]);
  await expect.element(screen.getByRole('button', { name: 'Pay $19.04' })).toBeVisible();
});
