import type { Person } from '@atrium/contract/accounts/people';
import { listRoles } from '@atrium/contract/accounts/roles';
import { expect, it } from 'vitest';
import { draw } from '../../../test/draw.tsx';
import { answer, refusal } from '../../../test/platform.ts';
import { GiveRolesDialog } from './GiveRolesDialog.tsx';
import { PersonRightsDialog } from './PersonRightsDialog.tsx';

const bo: Person = {
  userId: '0190f2c4-7a10-7000-8000-000000000000',
  username: 'bo',
  email: 'bo@example.com',
  firstName: 'Bo',
  lastName: 'Lindqvist',
  roles: ['ROLE_TESTER'],
  createdOn: '2026-11-01T00:00:00Z',
  isConfirmed: true,
  isOwner: false,
  invitationEndsOn: null,
  permissions: ['tests.run'],
};
const close = () => undefined;

it.each([
  [
    'what someone may do',
    () => <PersonRightsDialog person={bo} onClose={close} />,
    /^Yes, through Tester\.$/,
  ],
  ['the roles to give', () => <GiveRolesDialog person={bo} onClose={close} />, /^Tester/],
])('%s waits for the roles, and says if they cannot be read', async (_, dialog, shown) => {
  answer(listRoles, () => refusal(500, 'The roles are broken.'));
  const screen = await draw(dialog());
  await expect.element(screen.getByText('The roles are broken.')).toBeVisible();
  answer(listRoles, () => [
    { name: 'ROLE_TESTER', label: 'Tester', description: '', permissions: ['tests.run'], isBuiltIn: false },
  ]);
  await screen.getByRole('button', { name: 'Retry' }).click();
  await expect.element(screen.getByText(shown)).toBeVisible();
});
