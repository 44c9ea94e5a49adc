import { hasCard } from '@atrium/contract/billing/card';
import { getFreeTierOffer } from '@atrium/contract/pricing/free-tier';
import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { answer } from '../../../../test/platform.ts';
import { signIn } from '../../../../test/sign-in.ts';
import { freeTierOfferQuery, hasCardQuery } from '../billing.queries.ts';
import { FirstCardOffer } from './FirstCardOffer.tsx';

it('free credit is offered for a first card only: whoever has one gets none for another', async () => {
  let has = false;
  answer(hasCard, () => has);
  answer(getFreeTierOffer, () => ({ cents: 500 }));
  signIn('billing.read', 'billing.pay');
  const screen = await draw(<FirstCardOffer />);
  const offer = screen.getByText(/^Your first card brings .*\$5\.00 of free credit\./);
  await expect.element(offer).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Add a card' })).toBeVisible();
  has = true;
  await screen.client.invalidateQueries();
  await expect.poll(() => screen.client.getQueryData(hasCardQuery().queryKey)).toBe(true);
  expect(screen.client.getQueryData(freeTierOfferQuery().queryKey)).toEqual({ cents: 500 });
  await expect.element(offer).not.toBeInTheDocument();
});
