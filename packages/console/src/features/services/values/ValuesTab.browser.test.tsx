import { allowHost, listHosts } from '@atrium/contract/service-api/functions/hosts';
import type { SetValue } from '@atrium/contract/service-api/functions/value-fields';
import { deleteValue, listValues, setValue } from '@atrium/contract/service-api/functions/values';
import { expect, it, vi } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { answer, refusal } from '../../../../test/platform.ts';
import { signIn } from '../../../../test/sign-in.ts';
import { MissingForFunction } from './MissingForFunction.tsx';
import { ValuesTab } from './ValuesTab.tsx';

const at = <E extends { path: `/${string}` }>(endpoint: E) =>
  ({ ...endpoint, path: `/services/hyper-dispatch${endpoint.path}` }) as E;
const usedBy = [{ serviceId: 'hyper-dispatch', function: 'payments/charge' }];
const set = {
  kind: 'secret' as const,
  name: 'STRIPE_KEY',
  isSet: true,
  hasTestValue: false,
  changedOn: '2026-11-29T10:00:00.000Z',
  changedBy: 'u',
  usedOn: null,
  previousUntil: null,
  usedBy,
};
const missing = { ...set, name: 'HOOK', isSet: false, changedOn: null, changedBy: null };
const hosts = [
  { host: 'api.stripe.com', isAllowed: false, allowedOn: null, allowedBy: null, usedBy },
  {
    host: '*.example.com',
    isAllowed: true,
    allowedOn: '2026-11-29T10:00:00.000Z',
    allowedBy: 'u',
    usedBy: [],
  },
];

function answerLists(values = [set, missing]) {
  answer(at(listValues), () => ({ content: [...values] }));
  answer(at(listHosts), () => ({ content: hosts }));
}

it('sets what functions wait for, rotates a secret, and says what a deletion breaks', async () => {
  signIn('configuration.read', 'configuration.write', 'configuration.protect');
  const values = [set, missing];
  answerLists(values);
  const sent = vi.fn<(name: string, body: SetValue) => void>();
  answer(at(setValue), ({ params, body }) => {
    sent(params.name, body);
    values.splice(1, 1, { ...missing, isSet: true });
    return undefined;
  });
  const screen = await draw(<ValuesTab serviceId="hyper-dispatch" />);
  await screen.getByRole('button', { name: 'Set', exact: true }).click();
  await screen.getByRole('textbox', { name: 'Value', exact: true }).fill('whsec_1');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => sent.mock.lastCall).toEqual(['HOOK', { value: 'whsec_1' }]);
  // The list is read again.
  await expect.element(screen.getByText('not set')).not.toBeInTheDocument();

  await screen.getByRole('button', { name: 'Change STRIPE_KEY' }).click();
  await screen.getByRole('textbox', { name: 'Value', exact: true }).fill('sk_2');
  await screen.getByLabelText('Accept signatures with the former value').selectOptions('For a day');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => sent.mock.lastCall)
    .toEqual(['STRIPE_KEY', { value: 'sk_2', keepsFormerSeconds: 86_400 }]);

  answer(at(deleteValue), () => refusal(503, 'Sorry.'));
  await screen.getByRole('button', { name: 'Delete secret STRIPE_KEY' }).click();
  await expect
    .element(screen.getByText(/It is used by payments\/charge, which fail from then on/))
    .toBeVisible();
});

it('adds a variable by its name', async () => {
  signIn('configuration.read', 'configuration.write');
  answerLists([]);
  const sent = vi.fn<(...given: unknown[]) => void>();
  answer(at(setValue), ({ params, body }) => {
    sent(params, body);
    return undefined;
  });
  const screen = await draw(<ValuesTab serviceId="hyper-dispatch" />);
  await screen.getByRole('button', { name: 'Add' }).first().click();
  await screen.getByLabelText('Kind').selectOptions('Variable');
  await screen.getByLabelText(/^Name/).fill('shop');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText(/capital letters/)).toBeVisible();
  await screen.getByLabelText(/^Name/).fill('SHOP');
  await screen.getByRole('textbox', { name: 'Value', exact: true }).fill('Fir');
  await screen.getByRole('textbox', { name: 'Value for tests' }).fill('Test');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => sent.mock.lastCall)
    .toEqual([
      { kind: 'variable', name: 'SHOP' },
      { value: 'Fir', testValue: 'Test' },
    ]);
});

it('does not replace a secret that is set by adding it once more', async () => {
  signIn('configuration.read', 'configuration.write');
  answerLists();
  const screen = await draw(<ValuesTab serviceId="hyper-dispatch" />);
  await screen.getByRole('button', { name: 'Add' }).first().click();
  await screen.getByLabelText(/^Name/).fill('STRIPE_KEY');
  await screen.getByRole('textbox', { name: 'Value', exact: true }).fill('sk_2');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('It is set already. Change it in the list.')).toBeVisible();
});

it('allows a host that waits', async () => {
  signIn('configuration.read', 'configuration.protect');
  answerLists();
  const sent = vi.fn<(host: string) => void>();
  answer(at(allowHost), ({ params }) => {
    sent(params.host);
    answer(at(listHosts), () => ({ content: hosts.map((host) => ({ ...host, isAllowed: true })) }));
    return undefined;
  });
  const screen = await draw(<ValuesTab serviceId="hyper-dispatch" />);
  await screen.getByRole('button', { name: 'Allow api.stripe.com' }).click();
  await expect.poll(() => sent.mock.lastCall).toEqual(['api.stripe.com']);
  await expect.element(screen.getByRole('button', { name: 'Allow api.stripe.com' })).not.toBeInTheDocument();
});

it('the page of a function names what it needs, and nothing of others', async () => {
  signIn('configuration.read');
  answerLists();
  const screen = await draw(
    <>
      <MissingForFunction serviceId="hyper-dispatch" name="payments/charge" />
      <MissingForFunction serviceId="hyper-dispatch" name="other" />
    </>,
  );
  const title = 'The secret HOOK is not set. The host api.stripe.com is not allowed.';
  await expect.element(screen.getByText(title)).toBeVisible();
});
