import { type Card, listCards } from '@atrium/contract/billing/card';
import { expect, it } from 'vitest';
import { expectNoFindings } from '../../../test/accessibility.ts';
import { draw } from '../../../test/draw.tsx';
import { answer, refusal } from '../../../test/platform.ts';
import { unpaidInvoice as invoice } from '../../../test/unpaid-invoice.ts';
import { PayQuestion } from './PayQuestion.tsx';

const card = { id: invoice.id, last4: '4242', expMonth: 9, expYear: 2030, defaultCard: true };
const other = { ...card, id: invoice.id.replace(/0$/, '1'), last4: '0002', defaultCard: false };

const ask = (onPay: (card: Card) => void = () => undefined) =>
  draw(<PayQuestion isOpen invoice={invoice} onCancel={() => undefined} onPay={onPay} />);

it('names the amount, the card and the month, and pays only then', async () => {
  answer(listCards, () => [other, card]);
  const paid: string[] = [];
  const screen = await ask(({ last4 }) => paid.push(last4));
  const question = screen.getByRole('alertdialog', { name: 'Pay invoice 2026-000042' });
  await expect
    .element(question)
    .toHaveAccessibleDescription(
      /^\$19\.04 will be charged to your card ending in 4242 \(expires 09\/2030\)\. The invoice is for 10\/01\/2026 – 10\/31\/2026\./,
    );
  await expect.element(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await expectNoFindings();
  expect(paid).toEqual([]);
  await screen.getByRole('button', { name: 'Pay $19.04' }).click();
  expect(paid).toEqual(['4242']);
});

it('without a card it leads to where one is added', async () => {
  answer(listCards, () => []);
  const screen = await ask();
  await expect.element(screen.getByText(/^There is no card to pay \$19\.04 with/)).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: 'Add a card' }))
    .toHaveAttribute('href', '/console/payment');
  await expect.element(screen.getByRole('button', { name: /^Pay/ })).not.toBeInTheDocument();
});

it('pays nothing as long as the card is not known', async () => {
  answer(listCards, () => refusal(500, 'The cards are being counted.'));
  const screen = await ask();
  await expect.element(screen.getByText('The cards are being counted.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Pay $19.04' })).toBeDisabled();
  answer(listCards, () => [card]);
  await screen.getByRole('button', { name: 'Retry' }).click();
  await expect.element(screen.getByRole('button', { name: 'Pay $19.04' })).toBeEnabled();
});
