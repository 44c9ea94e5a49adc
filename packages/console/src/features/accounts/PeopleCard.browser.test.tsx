import { resendInvitation } from '@atrium/contract/accounts/children';
import { listPeople, type Person } from '@atrium/contract/accounts/people';
import { useQuery } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { draw } from '../../../test/draw.tsx';
import { answer } from '../../../test/platform.ts';
import { signIn } from '../../../test/sign-in.ts';
import { peopleQuery } from './account.queries.ts';
import { PeopleCard } from './PeopleCard.tsx';

const bo: Person = {
  userId: '0190f2c4-7a10-7000-8000-000000000000',
  username: 'bo',
  email: 'bo@example.com',
  firstName: 'Bo',
  lastName: 'Ek',
  roles: [],
  createdOn: '2026-01-01T00:00:00.000Z',
  isConfirmed: false,
  isOwner: false,
  invitationEndsOn: '2026-01-08T12:00:00.000Z',
  permissions: [],
};

function People() {
  const people = useQuery(peopleQuery());
  return <PeopleCard people={people} roles={[]} onShow={() => undefined} onGive={() => undefined} />;
}

it('says that an invitation has expired, and sends it again', async () => {
  signIn('people.manage');
  let invitationEndsOn = bo.invitationEndsOn;
  answer(listPeople, () => [{ ...bo, invitationEndsOn }]);
  answer(resendInvitation, ({ params: { id } }) => {
    expect(id).toBe(bo.userId);
    invitationEndsOn = '2099-01-15T12:00:00.000Z';
    return undefined;
  });
  const screen = await draw(<People />);
  await expect.element(screen.getByText('The invitation expired on 01/08/2026')).toBeVisible();
  await screen.getByRole('button', { name: 'Send again the invitation to bo' }).click();
  await expect.element(screen.getByText('The invitation expires on 01/15/2099')).toBeVisible();
});
