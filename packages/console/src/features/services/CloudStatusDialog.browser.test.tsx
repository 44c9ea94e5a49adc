import { pull } from '@atrium/contract/configuration/pull';
import { listConnections } from '@atrium/contract/connections/connections';
import {
  type ConnectionState,
  listConnectionStates,
  type ServiceGitState,
} from '@atrium/contract/connections/git-state';
import { listServices } from '@atrium/contract/services/service';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoFindings } from '../../../test/accessibility.ts';
import { draw } from '../../../test/draw.tsx';
import { gitConnection } from '../../../test/git-connection.ts';
import { answer, refusal } from '../../../test/platform.ts';
import { signIn } from '../../../test/sign-in.ts';
import { CloudStatusDialog } from './CloudStatusDialog.tsx';

const time = '2026-11-29T12:00:00.000Z';
const none = { fe: null, be: null };
const SERVICES = [
  ['shop', 'Shop'],
  ['docs', 'Docs'],
  ['mails', 'Mails'],
  ['new', 'New'],
].map(([id = '', name = '']) => ({ id, name, uri: `/services/${id}`, group: 'x', health: none, info: none }));
const connection = { ...gitConnection, name: 'Main' };
const { id } = connection;
const ofService = (serviceId: string, more: Partial<ServiceGitState>): ServiceGitState => ({
  serviceId,
  serviceName: serviceId,
  state: 'IN_SYNC',
  since: null,
  filesAhead: 0,
  filesBehind: 0,
  isFolderMissing: false,
  isExchanged: true,
  versions: [],
  ...more,
});
const state: ConnectionState = {
  connectionId: id,
  state: 'BOTH',
  branch: 'main',
  commitSha: 'a'.repeat(40),
  lookedOn: time,
  unknownSince: null,
  problem: null,
  isEmpty: false,
  commitCount: 1,
  commits: [],
  services: [
    ofService('shop', { state: 'BOTH', filesAhead: 1, filesBehind: 2 }),
    ofService('docs', {}),
    ofService('mails', { state: 'BEHIND', filesBehind: 9, isFolderMissing: true }),
  ],
  prepared: null,
  refusals: [],
  request: null,
};

beforeEach(() => {
  signIn('configuration.read', 'configuration.exchange');
  answer(listServices, () => ({ services: SERVICES }));
});

const drawDialog = () => draw(<CloudStatusDialog onClose={() => undefined} />);

it('shows the state of each service against git, and the directions that are needed', async () => {
  await page.viewport(360, 640);
  answer(listConnections, () => ({ connections: [connection] }));
  answer(listConnectionStates, () => ({ connections: [state] }));
  const screen = await drawDialog();
  const rowOf = (name: string) => screen.getByRole('row').filter({ hasText: `/services/${name}` });
  await expect.element(rowOf('shop').getByText('1 file to push, 2 files to pull')).toBeVisible();
  await expect.element(rowOf('docs').getByText('In sync')).toBeVisible();
  await expect.element(rowOf('docs').getByRole('button')).not.toBeInTheDocument();
  await expect.element(rowOf('mails').getByText('Its folder is missing in git')).toBeVisible();
  await expect.element(rowOf('mails').getByRole('button')).not.toBeInTheDocument();
  await expect.element(rowOf('new').getByText('Not in git')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Push to Main, for Shop' })).toBeVisible();
  await expectNoFindings();

  answer(pull, () => refusal(422, 'The branch does not exist.'));
  await screen.getByRole('button', { name: 'Pull from Main, for Shop' }).click();
  await expect.element(screen.getByText('The branch does not exist.')).toBeVisible();
  await screen.getByRole('button', { name: 'Ok' }).click();
  await expect.element(screen.getByText('The branch does not exist.')).not.toBeInTheDocument();
});

it('names each of several connections, and says since when one cannot be read', async () => {
  const other = { ...connection, id: id.replace(/1$/, '2'), name: 'Other', isDefault: false };
  answer(listConnections, () => ({ connections: [connection, other] }));
  answer(listConnectionStates, () => ({
    connections: [
      { ...state, problem: 'There is no repository at this address.', unknownSince: time },
      { ...state, connectionId: other.id },
    ],
  }));
  const screen = await drawDialog();
  const row = screen.getByRole('row').filter({ hasText: '/services/docs' });
  await expect
    .element(row.getByRole('listitem').first())
    .toHaveTextContent('Main:Unknown since 11/29/2026 12:00:00');
  await expect.element(row.getByRole('listitem').last()).toHaveTextContent('Other:In sync');
});

it('says that nothing is connected, in place of a column', async () => {
  answer(listConnections, () => ({ connections: [] }));
  answer(listConnectionStates, () => ({ connections: [] }));
  const screen = await drawDialog();
  await expect.element(screen.getByText(/^No repository is connected\./)).toBeVisible();
  await expect.element(screen.getByRole('columnheader', { name: 'Git' })).not.toBeInTheDocument();
});

it('asks for no states without the permission, and offers to read them again after a failure', async () => {
  answer(listConnections, () => ({ connections: [connection] }));
  answer(listConnectionStates, () => refusal(500, 'Sorry.'));
  const screen = await drawDialog();
  await expect.element(screen.getByText('The state against git could not be loaded.')).toBeVisible();
  answer(listConnectionStates, () => ({ connections: [state] }));
  await screen.getByRole('button', { name: 'Retry' }).click();
  await expect.element(screen.getByText('1 file to push, 2 files to pull')).toBeVisible();
  await screen.unmount();

  signIn();
  answer(listConnections, () => refusal(403, 'No.'));
  const without = await drawDialog();
  await expect.element(without.getByText('/services/shop')).toBeVisible();
  await expect.element(without.getByText(/could not be loaded/)).not.toBeInTheDocument();
});
