import { getFileDeletion } from '@atrium/contract/configuration/file-history';
import { getUserPrices } from '@atrium/contract/pricing/price-list';
import { countInvocations } from '@atrium/contract/service-api/functions/invocation-counts';
import { listInvocations } from '@atrium/contract/service-api/functions/invocations';
import { exportSourceFile } from '@atrium/contract/service-api/versions/export-files';
import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { answer, refusal } from '../../../../test/platform.ts';
import { signIn } from '../../../../test/sign-in.ts';
import { FunctionWork } from './FunctionWork.tsx';
import { useSource } from './use-source.ts';

const none = { fe: null, be: null };
const service = { id: 'shop', name: 'Shop', uri: '/services/shop', group: 'x', health: none, info: none };
const at = <E extends { path: string }>(endpoint: E) =>
  ({ ...endpoint, path: `/services/shop${endpoint.path}` }) as const;

function Work() {
  return <FunctionWork service={service} name="tea" line={undefined} {...useSource('shop', 'tea')} />;
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

it('shows a function in TypeScript, and checks its draft as one', async () => {
  const text = 'export default (tea: string): string => tea;\n';
  answer(at(exportSourceFile), ({ body }) =>
    body?.name === 'tea.ts'
      ? { content: text, checksum: 'a'.repeat(40) }
      : refusal(404, 'There is no such file.'),
  );
  answer(getUserPrices, () => ({}));
  answer(at(countInvocations), () => ({ content: [] }));
  answer(at(listInvocations), () => ({ content: [], hasMore: false }));
  signIn('configuration.read', 'configuration.write');
  const screen = await draw(<Work />);
  const code = screen.getByRole('textbox', { name: 'Code of the function tea' });
  const shown = () => code.element().textContent;
  await expect.poll(shown).toContain('(tea: string): string => tea');
  await expect.element(screen.getByText('functions/tea.ts')).toBeVisible();
  await screen.getByRole('button', { name: 'Edit' }).click();
  const editor = code.element();
  await screen.client.refetchQueries();
  expect(code.element()).toBe(editor);
  await code.fill('let tea: string = 1 as any;');
  await expect.poll(shown).toContain('as any');
  await expect.element(screen.getByText(/may not be readable/)).not.toBeInTheDocument();
  await code.fill('let tea: = 1;');
  await expect.element(screen.getByText(/^Line 1, column \d+ may not be readable/)).toBeVisible();
});
