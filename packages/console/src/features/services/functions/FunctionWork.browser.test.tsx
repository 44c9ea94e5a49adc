import { getFileDeletion } from '@atrium/contract/configuration/file-history';
import { getUserPrices } from '@atrium/contract/pricing/price-list';
import { countInvocations } from '@atrium/contract/service-api/functions/invocation-counts';
import { listInvocations } from '@atrium/contract/service-api/functions/invocations';
import { exportSourceFile } from '@atrium/contract/service-api/versions/export-files';
import { useQuery } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { answer, refusal } from '../../../../test/platform.ts';
import { signIn } from '../../../../test/sign-in.ts';
import { FunctionWork } from './FunctionWork.tsx';
import { sourceQuery } from './function.queries.ts';
import { sourcePlaceOf } from './function-file.ts';

const none = { fe: null, be: null };
const service = { id: 'shop', name: 'Shop', uri: '/services/shop', group: 'x', health: none, info: none };
const at = <E extends { path: string }>(endpoint: E) =>
  ({ ...endpoint, path: `/services/shop${endpoint.path}` }) as const;

function Work() {
  const source = useQuery(sourceQuery('shop', sourcePlaceOf('tea')));
  return <FunctionWork service={service} name="tea" line={undefined} source={source} />;
}

it('offers no call of a function that is not there, and keeps the log of its calls', async () => {
  answer(at(exportSourceFile), () => refusal(404, 'There is no file functions/tea.js.'));
  answer(getFileDeletion, () => refusal(404, 'No version has deleted it.'));
  answer(getUserPrices, () => ({}));
  answer(at(countInvocations), () => ({ content: [] }));
  answer(at(listInvocations), () => ({ content: [], hasMore: false }));
  signIn('functions.invoke');
  const screen = await draw(<Work />);
  await expect.element(screen.getByText(/There is no file/)).toBeVisible();
  await expect.element(screen.getByRole('searchbox', { name: 'Search calls' })).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Call', exact: true })).not.toBeInTheDocument();
});
