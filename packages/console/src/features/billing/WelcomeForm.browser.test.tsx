import { getPaymentConfig } from '@atrium/contract/billing/setup';
import { getFreeTierOffer } from '@atrium/contract/pricing/free-tier';
import { expect, it } from 'vitest';
import { draw } from '../../../test/draw.tsx';
import { answer, refusal } from '../../../test/platform.ts';
import { WelcomeForm } from './WelcomeForm.tsx';

it('says that the free credits could not be loaded, and tries again', async () => {
  answer(getPaymentConfig, () => refusal(500, 'Try again later.'));
  answer(getFreeTierOffer, () => refusal(500, 'Try again later.'));
  const screen = await draw(<WelcomeForm />);
  const retry = screen.getByRole('button', { name: 'Retry' });
  await expect.element(retry).toBeVisible();
  answer(getFreeTierOffer, () => ({ cents: 5000 }));
  await retry.click();
  await expect.element(screen.getByText(/get your \$ 50\.00 free credits!/)).toBeVisible();
  await expect.element(retry).not.toBeInTheDocument();
});
