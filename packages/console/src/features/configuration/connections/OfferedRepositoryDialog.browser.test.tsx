import { type Connection, listConnections, testConnection } from '@atrium/contract/connections/connections';
import {
  connectOffered,
  listGitApps,
  listOfferedRepositories,
  startGitApp,
} from '@atrium/contract/connections/git-apps';
import { listConnectionStates } from '@atrium/contract/connections/git-state';
import { beforeEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectNoFindings } from '../../../../test/accessibility.ts';
import { draw } from '../../../../test/draw.tsx';
import { gitConnection } from '../../../../test/git-connection.ts';
import { answer, refusal } from '../../../../test/platform.ts';
import { signIn } from '../../../../test/sign-in.ts';
import { ConnectionsPage } from './ConnectionsPage.tsx';
import { OfferedRepositoryDialog } from './OfferedRepositoryDialog.tsx';

const grantId = '0190f2c4-7a10-7000-8000-00000000000a';
const app = { kind: 'GITEA' as const, name: 'Gitea', host: 'git.example.com' };
const shop: Connection = {
  ...gitConnection,
  name: 'shop',
  gitUrl: 'https://git.example.com/team/shop.git',
  kind: 'app',
  app: 'GITEA',
};

beforeEach(() => {
  signIn('configuration.read', 'configuration.exchange');
  answer(listConnectionStates, () => ({ connections: [] }));
  answer(listConnections, () => ({ connections: [shop] }));
  answer(listGitApps, () => ({ apps: [app] }));
});

const repositories = ['team/shop', 'team/stock'].map((path) => ({
  path,
  gitUrl: `https://git.example.com/${path}.git`,
  defaultBranch: path === 'team/stock' ? null : 'main',
}));

it('offers what the operator has set up, and says why the host cannot be asked', async () => {
  answer(startGitApp, () => refusal(422, 'Gitea is not set up.'));
  const screen = await draw(<ConnectionsPage />);
  await expect.element(screen.getByText('Gitea, allowed by ada')).toBeVisible();
  await screen.getByRole('button', { name: 'Connect a repository' }).click();
  await screen.getByRole('button', { name: 'Connect with Gitea' }).click();
  await expect.element(screen.getByText('The connection with Gitea was not started')).toBeVisible();
});

it('offers nothing that is not set up', async () => {
  answer(listGitApps, () => ({ apps: [] }));
  answer(listConnections, () => ({ connections: [] }));
  const screen = await draw(<ConnectionsPage />);
  await screen.getByRole('button', { name: 'Connect a repository' }).click();
  await expect.element(screen.getByLabelText(/^Repository URL/)).toBeVisible();
  expect(screen.getByText(/Connect with/).elements()).toEqual([]);
});

it('searches, suggests a name, keeps what was chosen and connects it', async () => {
  answer(listOfferedRepositories, ({ query }) => ({
    app,
    account: 'ada',
    repositories: repositories.filter(({ path }) => path.includes(query.search)),
    isCut: false,
    installUrl: null,
  }));
  const saved: Connection[] = [];
  const screen = await draw(
    <OfferedRepositoryDialog
      grantId={grantId}
      onSaved={(connection) => saved.push(connection)}
      onClose={() => {}}
    />,
  );
  await expect.element(screen.getByRole('radio', { name: /team\/stock/ })).toBeVisible();
  await expectNoFindings();
  await screen.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect.element(screen.getByText('Choose a repository.')).toBeVisible();
  await userEvent.fill(screen.getByLabelText('Search'), 'nothing');
  await expect.element(screen.getByText('Gitea lists no repository with “nothing”.')).toBeVisible();
  await userEvent.fill(screen.getByLabelText('Search'), 'shop');
  await screen.getByRole('radio', { name: /team\/shop/ }).click();
  await expect.element(screen.getByLabelText(/^Name/)).toHaveValue('shop');
  await userEvent.fill(screen.getByLabelText('Search'), 'stock');
  await expect.element(screen.getByText('team/shop stays chosen.')).toBeVisible();
  const sent: object[] = [];
  answer(connectOffered, ({ body }) => {
    sent.push(body);
    return shop;
  });
  await screen.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect.poll(() => saved).toEqual([shop]);
  expect(sent).toEqual([{ name: 'shop', repository: 'team/shop', folder: '' }]);
});

it('leads to the page that gives a GitHub App more repositories, and lists them again', async () => {
  const github = { kind: 'GITHUB' as const, name: 'GitHub', host: 'github.com' };
  const installUrl = 'https://github.com/apps/atrium-test/installations/new';
  let listed: typeof repositories = [];
  answer(listOfferedRepositories, () => ({
    app: github,
    account: 'ada',
    repositories: listed,
    isCut: false,
    installUrl,
  }));
  const screen = await draw(
    <OfferedRepositoryDialog grantId={grantId} onSaved={() => {}} onClose={() => {}} />,
  );
  await expect.element(screen.getByText('GitHub lists no repository for ada.')).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: /more repositories/ }))
    .toHaveAttribute('href', installUrl);
  listed = repositories;
  await screen.getByRole('button', { name: 'List again' }).click();
  await expect.element(screen.getByRole('radio', { name: /team\/shop/ })).toBeVisible();
  await expectNoFindings();
});

it('says why nothing can be listed', async () => {
  answer(listOfferedRepositories, () => refusal(404, 'This access has expired. Please connect again.'));
  const screen = await draw(
    <OfferedRepositoryDialog grantId={grantId} onSaved={() => {}} onClose={() => {}} />,
  );
  await expect.element(screen.getByText('This access has expired. Please connect again.')).toBeVisible();
});

it('offers to connect again where the access was revoked', async () => {
  const reason = 'The access was revoked at Gitea. Connect again.';
  answer(testConnection, () => ({
    read: { isAllowed: false, reason },
    write: { isAllowed: false, reason: null },
    branches: [],
    defaultBranch: null,
    hostKey: null,
  }));
  const page = await draw(<ConnectionsPage />);
  await page.getByRole('button', { name: 'Test the connection shop' }).click();
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent(`Atrium cannot read the repository.${reason}`);
  await expect.element(page.getByRole('button', { name: 'Connect again' })).toBeVisible();
});
