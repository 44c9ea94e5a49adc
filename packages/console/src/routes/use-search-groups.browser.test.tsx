import { listPeople, type Person } from '@atrium/contract/accounts/people';
import { listArticles } from '@atrium/contract/articles/articles';
import { listServices } from '@atrium/contract/services/service';
import { expect, it } from 'vitest';
import { draw } from '../../test/draw.tsx';
import { answer } from '../../test/platform.ts';
import { signIn } from '../../test/sign-in.ts';
import { useSearchGroups } from './use-search-groups.ts';

const bo: Person = {
  userId: 'bo',
  username: 'bo',
  email: 'bo@example.com',
  firstName: 'Bo',
  lastName: 'Ek',
  roles: [],
  createdOn: '2026-11-01T00:00:00.000Z',
  isConfirmed: true,
  isOwner: false,
  permissions: [],
};

/** What the search looks through, and what it could not load. */
function Found() {
  const { groups, isLoading, failed } = useSearchGroups();
  if (isLoading) return <p>Loading</p>;
  return (
    <>
      <p>{failed}</p>
      <ul>
        {groups.flatMap(({ label: group, entries }) =>
          entries.map(({ id, label }) => <li key={`${group} ${id}`}>{`${group}: ${label}`}</li>),
        )}
      </ul>
    </>
  );
}

it('finds everyone of the domain, whoever asks', async () => {
  signIn('people.read');
  answer(listArticles, () => []);
  answer(listServices, () => ({ services: [] }));
  // Of those whose usage is on one's own bill there are none, for a child user.
  answer(listPeople, () => [bo]);
  const screen = await draw(<Found />);
  await expect.element(screen.getByText('People: Bo Ek (bo)')).toBeVisible();
});
