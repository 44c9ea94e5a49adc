import { getPaymentConfig } from '@atrium/contract/billing/setup';
import { getFreeTierOffer } from '@atrium/contract/pricing/free-tier';
import { beforeEach, expect, it, vi } from 'vitest';
import { draw } from '../../../test/draw.tsx';
import { answer, refusal } from '../../../test/platform.ts';
import { WelcomeForm } from './WelcomeForm.tsx';

/** Everything of a card provider that a form needs, in place of its script. */
const cards = {
  createField: () => ({
    mount(element: HTMLElement, onChange: (state: { error: undefined; isComplete: boolean }) => void) {
      element.textContent = 'Card number';
      onChange({ error: undefined, isComplete: true });
    },
    createToken: async () => 'tok_1',
    unmount: () => undefined,
  }),
};

beforeEach(() => {
  answer(getFreeTierOffer, () => ({ cents: 5000 }));
  answer(getPaymentConfig, () => ({ provider: 'test' as const, script: 'data:text/javascript,' }));
});

// First, because what was loaded once stays loaded.
it('loads a card field again that could not be loaded', async () => {
  answer(getPaymentConfig, () => refusal(500, 'Try again later.'));
  const screen = await draw(<WelcomeForm />);
  const retry = screen.getByRole('button', { name: 'Retry' });
  await expect.element(screen.getByText('Try again later.')).toBeVisible();
  answer(getPaymentConfig, () => ({ provider: 'test' as const, script: 'data:text/javascript,' }));
  await retry.click();
  await expect.element(screen.getByText(/The card form could not be loaded/)).toBeVisible();
  vi.stubGlobal('atriumTestCards', cards);
  await retry.click();
  await expect.element(screen.getByText('Card number')).toBeVisible();
  await expect.element(retry).not.toBeInTheDocument();
});

it('says that the free credits could not be loaded, and tries again', async () => {
  answer(getFreeTierOffer, () => refusal(500, 'Try again later.'));
  const screen = await draw(<WelcomeForm />);
  const retry = screen.getByRole('button', { name: 'Retry' });
  await expect.element(retry).toBeVisible();
  answer(getFreeTierOffer, () => ({ cents: 5000 }));
  await retry.click();
  await expect.element(screen.getByText(/get your \$ 50\.00 free credits!/)).toBeVisible();
  await expect.element(retry).not.toBeInTheDocument();
});
