import { listPeople, type Person } from '@atrium/contract/accounts/people';
import { listArticles, listArticleTexts } from '@atrium/contract/articles/articles';
import { exportMetadata } from '@atrium/contract/service-api/versions/export';
import { listServices } from '@atrium/contract/services/service';
import { expect, it } from 'vitest';
import { draw } from '../../../test/draw.tsx';
import { answer, refusal } from '../../../test/platform.ts';
import { signIn } from '../../../test/sign-in.ts';
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
  invitationEndsOn: null,
  permissions: [],
};

/** Renders the groups of the search, and those that failed to load. */
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
  answer(listArticleTexts, () => []);
  answer(listServices, () => ({ services: [] }));
  // The list isn't limited to users on the caller's bill: a child user has none.
  answer(listPeople, () => [bo]);
  const screen = await draw(<Found />);
  await expect.element(screen.getByText('People: Bo Ek (bo)')).toBeVisible();
});

it('finds functions and versions of every service, and names those whose files cannot be read', async () => {
  signIn('configuration.read');
  const service = (id: string, name: string) => {
    const parts = { health: { fe: null, be: null }, info: { fe: null, be: null } };
    return { id, name, uri: `/services/${id}`, group: 'Services', ...parts };
  };
  answer(listArticles, () => []);
  answer(listArticleTexts, () => []);
  answer(listServices, () => ({ services: [service('warehouse', 'Warehouse'), service('mill', 'Mill')] }));
  const at = (base: string) => ({ ...exportMetadata, path: `/services/${base}/export/metadata` as const });
  const place = { name: 'weigh.js', folderPath: 'functions', filePath: 'functions/weigh.js' };
  const content = { checksum: 'a'.repeat(40), commitSha: null, lastModified: '2026-11-01T00:00:00.000Z' };
  const folder = { name: 'functions', files: [{ ...place, ...content, breadcrumb: ['functions'] }] };
  answer(at('warehouse'), () => ({ version: 1, folders: [folder], defaultActions: {} }));
  answer(at('mill'), () => refusal(500, 'Try again later.'));
  const screen = await draw(<Found />);
  await expect.element(screen.getByText('Functions: weigh')).toBeVisible();
  await expect.element(screen.getByText('Pages and actions: Versions of Warehouse')).toBeVisible();
  await expect.element(screen.getByText('Pages and actions: Versions of Mill')).toBeVisible();
  await expect
    .element(screen.getByText('Not searched, because they could not be loaded: functions of Mill.'))
    .toBeVisible();
});
