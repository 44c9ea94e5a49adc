import { listAddresses } from '@atrium/contract/billing/address';
import { getAutomaticPayment } from '@atrium/contract/billing/automatic-payment';
import { hasCard, listCards } from '@atrium/contract/billing/card';
import { listCredits } from '@atrium/contract/billing/credit';
import { listInvoices } from '@atrium/contract/billing/invoice';
import { getPaymentConfig, setUpBilling } from '@atrium/contract/billing/setup';
import { getFreeTierOffer } from '@atrium/contract/pricing/free-tier';
import { beforeEach, expect, it, vi } from 'vitest';
import { draw } from '../../../test/draw.tsx';
import { answer, refusal } from '../../../test/platform.ts';
import { signIn } from '../../../test/sign-in.ts';
import { PaymentPage } from './PaymentPage.tsx';
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

async function fillAndSave(screen: Awaited<ReturnType<typeof draw>>) {
  await expect.element(screen.getByText('Card number')).toBeVisible();
  for (const [label, value] of Object.entries({
    'Name on card': 'Ada',
    City: 'Wien',
    ZIP: '1010',
    Address: 'Ring 1',
  }))
    await screen.getByRole('textbox', { name: label, exact: true }).fill(value);
  await screen.getByRole('combobox', { name: 'Country' }).selectOptions('AT');
  await screen.getByRole('button', { name: 'Save' }).click();
}

// Runs first, because a loaded script stays loaded.
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

it('what is saved counts as saved, although the session cannot be refreshed', async () => {
  const id = '0190f2c4-7a10-7000-8000-000000000000';
  answer(setUpBilling, ({ body: { address } }) => ({
    card: { id, last4: '4242', expMonth: 12, expYear: 2030, defaultCard: true },
    address: { ...address, id, defaultAddress: true },
    virtualCash: 0,
    freeTierCents: 0,
  }));
  const screen = await draw(<WelcomeForm />);
  await fillAndSave(screen);
  await expect
    .element(screen.getByRole('dialog', { name: 'Payment is set up, without free credits' }))
    .toBeVisible();
});

it('leads on to what was set up in another tab', async () => {
  let isSetUp = false;
  answer(hasCard, () => isSetUp);
  answer(setUpBilling, () => {
    isSetUp = true;
    return refusal(409, 'Payment is already set up.');
  });
  for (const list of [listCards, listAddresses, listCredits] as const) answer(list, () => []);
  answer(getAutomaticPayment, () => ({ isOn: false }));
  answer(listInvoices, ({ body: { page, size } }) => ({
    content: [],
    totalElements: 0,
    totalPages: 0,
    pageable: { pageNumber: page, pageSize: size },
  }));
  signIn('billing.pay', 'billing.read');
  const screen = await draw(<PaymentPage />);
  await fillAndSave(screen);
  await expect.element(screen.getByText('Payment is already set up.')).toBeVisible();
  await screen.getByRole('button', { name: 'Ok' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Payment Information' })).toBeVisible();
});
