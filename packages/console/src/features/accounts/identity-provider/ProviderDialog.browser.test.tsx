import { updateIdentityProvider } from '@atrium/contract/accounts/identity-provider';
import { listRoles } from '@atrium/contract/accounts/roles';
import { expect, it, vi } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { answer, refusal } from '../../../../test/platform.ts';
import { ProviderDialog } from './ProviderDialog.tsx';

const provider = {
  id: '0190f2c4-7a10-7000-8000-000000000000',
  name: 'Example',
  issuer: 'https://login.example.com',
  clientId: 'atrium',
  rolesClaim: 'groups',
  roleRules: [
    { role: 'ROLE_DEV', values: ['developers'] },
    { role: 'ROLE_GONE', values: ['others'] },
  ],
  people: 0,
  redirectUrl: 'https://atrium.test/return',
  signOutUrl: 'https://atrium.test/login',
  loginUrl: 'https://atrium.test/login/example',
};
const developer = { name: 'ROLE_DEV', label: 'Developer', description: '', permissions: [], isBuiltIn: true };

it('opens no form without the roles, and saves the rules of roles that are not listed too', async () => {
  answer(listRoles, () => refusal(403, 'The roles cannot be read.'));
  const sent = vi.fn<(...given: unknown[]) => void>();
  answer(updateIdentityProvider, ({ body }) => {
    sent(body.roleRules);
    return { ...provider, ...body };
  });
  const screen = await draw(<ProviderDialog provider={provider} scope="domain" onClose={() => {}} />);
  const dialog = screen.getByRole('dialog', { name: 'Edit Example' });
  await expect.element(dialog.getByText('The roles cannot be read.')).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Save' })).not.toBeInTheDocument();

  answer(listRoles, () => [developer]);
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Renamed');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => sent.mock.lastCall).toEqual([provider.roleRules]);
});
