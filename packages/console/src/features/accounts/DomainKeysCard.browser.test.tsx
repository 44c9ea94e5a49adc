import { type DomainKey, deleteDomainKey, listDomainKeys } from '@atrium/contract/access-keys/domain-key';
import { expect, it } from 'vitest';
import { draw } from '../../../test/draw.tsx';
import { answer } from '../../../test/platform.ts';
import { signIn } from '../../../test/sign-in.ts';
import { DomainKeysCard } from './DomainKeysCard.tsx';

const key: DomainKey = {
  id: '0190f2c4-7a10-7000-8000-000000000000',
  label: 'Export',
  kind: 'token',
  userId: 'bo',
  username: 'bo',
  permissions: ['tests.read'],
  createdOn: '2026-11-01T00:00:00.000Z',
  expiresOn: '2026-11-02T00:00:00.000Z',
  lastUsedOn: null,
  refusal: null,
};
const OWNERS = 'Only the owner of the domain can delete their own API keys.';

it('says what ends with a key before it is deleted, and why another cannot be', async () => {
  signIn('people.manage');
  let keys: DomainKey[] = [
    key,
    { ...key, id: 'k2', label: 'Deploy', username: 'eve', permissions: [], refusal: OWNERS },
  ];
  answer(listDomainKeys, () => keys);
  answer(deleteDomainKey, ({ params: { id } }) => {
    keys = keys.filter((one) => one.id !== id);
    return undefined;
  });
  const screen = await draw(<DomainKeysCard />);
  const row = screen.getByRole('row', { name: /Export/ });
  await expect.element(row).toMatchTextContent(/bo/);
  await expect.element(row).toMatchTextContent(/Expired/);
  await expect
    .element(screen.getByRole('row', { name: /Deploy/ }))
    .toMatchTextContent(/None: its person has lost them\./);
  const refused = screen.getByRole('button', { name: 'Delete API key Deploy of eve' });
  await expect.element(refused).toHaveAccessibleDescription(OWNERS);
  await screen.getByRole('button', { name: 'Delete API key Export of bo' }).click();
  const question = screen.getByRole('alertdialog');
  await expect
    .element(question)
    .toMatchTextContent(
      /delete the API key "Export" of bo\? It was never used\. Programs that use it are signed out at once, and bo is told by e-mail\./,
    );
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect.element(row).not.toBeInTheDocument();
  await expect.element(screen.getByRole('row', { name: /Deploy/ })).toBeVisible();
});
