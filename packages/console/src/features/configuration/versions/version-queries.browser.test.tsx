import { listNamedVersions } from '@atrium/contract/configuration/versions';
import { useInfiniteQuery } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { answer } from '../../../../test/platform.ts';
import { ShowMore } from '../../../ui/ShowMore.tsx';
import { versionsQuery } from './version.queries.ts';

const newestFirst = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    version: count - index,
    parent: null,
    author: null,
    message: '',
    commitSha: null,
    user: 'ada',
    impersonator: null,
    createdOn: '2026-11-26T12:00:00.000Z',
    changesCount: 1,
    filesCount: 1,
  }));

function Versions() {
  const found = useInfiniteQuery(versionsQuery('shop'));
  return (
    <>
      <p>{`Versions: ${found.data?.map(({ version }) => version).join()}`}</p>
      <ShowMore query={found}>Show older versions</ShowMore>
    </>
  );
}

it('shows each version once when another one is made before older ones are shown', async () => {
  let count = 22;
  answer(listNamedVersions, ({ query: { page, size } }) => ({
    content: newestFirst(count).slice(page * size, (page + 1) * size),
    totalElements: count,
    totalPages: Math.ceil(count / size),
    pageable: { pageNumber: page, pageSize: size },
  }));
  const screen = await draw(<Versions />);
  await expect.element(screen.getByText(/Versions: 22,.*,3$/)).toBeVisible();
  count = 23;
  await screen.getByRole('button', { name: 'Show older versions' }).click();
  await expect.element(screen.getByText(/Versions: 22,.*,4,3,2,1$/)).toBeVisible();
});
