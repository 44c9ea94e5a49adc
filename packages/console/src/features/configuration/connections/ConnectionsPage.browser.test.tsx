import {
  type Connection,
  confirmHostKey,
  createConnection,
  deleteConnection,
  listConnections,
  testConnection,
} from '@atrium/contract/connections/connections';
import { listGitApps } from '@atrium/contract/connections/git-apps';
import { listConnectionStates } from '@atrium/contract/connections/git-state';
import {
  discardNextKey,
  finishKeyRenewal,
  startKeyRenewal,
  testNextKey,
} from '@atrium/contract/connections/key-renewal';
import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNoFindings } from '../../../../test/accessibility.ts';
import { draw } from '../../../../test/draw.tsx';
import { gitConnection } from '../../../../test/git-connection.ts';
import { answer, refusal } from '../../../../test/platform.ts';
import { signIn } from '../../../../test/sign-in.ts';
import { ConnectionsPage } from './ConnectionsPage.tsx';

beforeEach(() => {
  answer(listConnectionStates, () => ({ connections: [] }));
  answer(listGitApps, () => ({ apps: [] }));
});

const shop: Connection = {
  ...gitConnection,
  gitUrl: 'git@git.example.com:team/shop.git',
  kind: 'key',
  username: null,
  publicKey: 'ssh-ed25519 AAAAC3Nza atrium',
};
const offered = { algorithm: 'ssh-ed25519', fingerprint: 'SHA256:new', isPublished: false };
const refused = { isAllowed: false, reason: 'The key has not been confirmed yet.' };
const allowed = { isAllowed: true, reason: null };

it('connects with a deploy key, asks about the host, and says what may be done', async () => {
  signIn('configuration.read', 'configuration.exchange');
  const connections: Connection[] = [];
  answer(listConnections, () => ({ connections }));
  const screen = await draw(<ConnectionsPage />);
  await screen.getByRole('button', { name: 'Connect a repository' }).click();
  await userEvent.fill(screen.getByLabelText(/^Name/), 'Shop');
  await userEvent.fill(screen.getByLabelText(/^Username/), 'typed before');
  await screen.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect.element(screen.getByText('Please provide values in required fields.').first()).toBeVisible();
  await screen.getByRole('combobox', { name: 'Sign-in' }).selectOptions('Deploy key, made here (ssh)');
  await userEvent.fill(screen.getByLabelText(/^Repository URL/), shop.gitUrl);
  const sent: object[] = [];
  answer(createConnection, ({ body }) => {
    sent.push(body);
    connections.push(shop);
    return shop;
  });
  answer(testConnection, () => ({
    read: refused,
    write: refused,
    branches: [],
    defaultBranch: null,
    hostKey: { offered, confirmed: null },
  }));
  await screen.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect.element(screen.getByText(shop.publicKey ?? '')).toBeVisible();
  expect(sent).toEqual([{ kind: 'key', name: 'Shop', gitUrl: shop.gitUrl, folder: '' }]);
  await expect.element(screen.getByText('SHA256:new')).toBeVisible();
  await expectNoFindings();

  answer(confirmHostKey, ({ body }) => {
    expect(body).toEqual({ fingerprint: 'SHA256:new' });
    return { ...shop, hostKey: offered };
  });
  answer(testConnection, () => ({
    read: allowed,
    write: { isAllowed: false, reason: 'The git host lets this deploy key only read.' },
    branches: ['main', 'next'],
    defaultBranch: 'main',
    hostKey: null,
  }));
  await screen.getByRole('button', { name: 'Confirm this host' }).click();
  await expect.element(screen.getByText('Atrium may read the repository.')).toBeVisible();
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('Atrium cannot write to it.The git host lets this deploy key only read.');
  await expect.element(screen.getByText(/It has 2 branches: main, next\./)).toBeVisible();
  await screen.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect.element(screen.getByText('Host not confirmed')).toBeVisible();
});

it('shows both fingerprints of a host whose key has changed, and says what a deletion does', async () => {
  signIn('configuration.read', 'configuration.exchange');
  answer(listConnections, () => ({ connections: [shop] }));
  const confirmed = { ...offered, fingerprint: 'SHA256:old' };
  answer(testConnection, () => ({
    read: refused,
    write: refused,
    branches: [],
    defaultBranch: null,
    hostKey: { offered, confirmed },
  }));
  const screen = await draw(<ConnectionsPage />);
  await screen.getByRole('button', { name: 'Test the connection Shop' }).click();
  await expect.element(screen.getByText('The key of the host has changed')).toBeVisible();
  for (const fingerprint of ['SHA256:old', 'SHA256:new'])
    await expect.element(screen.getByText(fingerprint)).toBeVisible();
  await screen.getByRole('button', { name: 'Close', exact: true }).last().click();

  answer(deleteConnection, () => refusal(404, 'There is no such connection. It may have been deleted.'));
  await screen.getByRole('button', { name: 'Delete the connection Shop' }).click();
  await expect.element(screen.getByText(/forget its deploy key/)).toBeVisible();
  await screen.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.element(screen.getByText(/There is no such connection/)).toBeVisible();
});

it('leads from a refused sign-in to the form of the connection', async () => {
  signIn('configuration.read', 'configuration.exchange');
  const connection = { ...shop, kind: 'password' as const, username: 'robin', publicKey: null };
  answer(listConnections, () => ({ connections: [connection] }));
  const wrong = { isAllowed: false, reason: 'The git host rejected the username or password.' };
  answer(testConnection, () => ({
    read: wrong,
    write: wrong,
    branches: [],
    defaultBranch: null,
    hostKey: null,
  }));
  const screen = await draw(<ConnectionsPage />);
  await screen.getByRole('button', { name: 'Test the connection Shop' }).click();
  await screen.getByRole('button', { name: 'Change the connection' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Change the connection' })).toBeVisible();
  await expect.element(screen.getByLabelText(/^Username/)).toHaveValue('robin');
});

it('leaves out a connection that someone else has deleted, once a test says so', async () => {
  signIn('configuration.read', 'configuration.exchange');
  let connections = [shop, { ...shop, id: '0190f2c4-7a10-7000-8000-000000000002', name: 'Stock' }];
  answer(listConnections, () => ({ connections }));
  answer(testConnection, () => refusal(404, 'There is no such connection. It may have been deleted.'));
  const screen = await draw(<ConnectionsPage />);
  await expect.element(screen.getByRole('row', { name: /Stock/ })).toBeVisible();
  connections = [shop];
  await screen.getByRole('button', { name: 'Test the connection Stock' }).click();
  await expect.element(screen.getByText(/There is no such connection/)).toBeVisible();
  await screen.getByRole('button', { name: 'Ok' }).click();
  await screen.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect.element(screen.getByRole('row', { name: /Shop/ })).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /Stock/ })).not.toBeInTheDocument();
});

it('says why someone who may only read cannot connect one', async () => {
  signIn('configuration.read');
  answer(listConnections, () => ({ connections: [shop] }));
  const screen = await draw(<ConnectionsPage />);
  const add = screen.getByRole('button', { name: 'Connect a repository' });
  await expect.element(add).toHaveAttribute('aria-disabled', 'true');
});

it('renews a deploy key: the new one is shown, tested, and used once that is confirmed', async () => {
  await page.viewport(360, 640);
  signIn('configuration.read', 'configuration.exchange');
  const next = 'ssh-ed25519 NEXT atrium';
  let connection: Connection = { ...shop, hostKey: offered };
  answer(listConnections, () => ({ connections: [connection] }));
  const tested = { read: allowed, write: allowed, branches: ['main'], defaultBranch: 'main', hostKey: null };
  answer(testConnection, () => tested);
  const screen = await draw(<ConnectionsPage />);
  await screen.getByRole('button', { name: 'Test the connection Shop' }).click();
  answer(startKeyRenewal, () => {
    connection = { ...connection, nextPublicKey: next };
    return undefined;
  });
  await screen.getByRole('button', { name: 'Renew key' }).click();
  await expect.element(screen.getByLabelText('New public key')).toHaveTextContent(next);
  await expect.element(screen.getByRole('region', { name: 'Renew key' })).toHaveFocus();
  await expect
    .element(screen.getByLabelText('Public key', { exact: true }))
    .toHaveTextContent(shop.publicKey ?? '');

  const unknown = { isAllowed: false, reason: 'The git host does not know the deploy key.' };
  answer(testNextKey, () => ({ ...tested, read: unknown, write: unknown }));
  await screen.getByRole('button', { name: 'Test the new key' }).click();
  await expect.element(screen.getByText(/does not know the deploy key/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Use the new key' })).not.toBeInTheDocument();
  await expectNoFindings();

  answer(testNextKey, () => ({ ...tested, write: { isAllowed: false, reason: 'Only read.' } }));
  await screen.getByRole('button', { name: 'Test the new key' }).click();
  await screen.getByRole('button', { name: 'Use the new key' }).click();
  const question = screen.getByRole('alertdialog');
  await expect.element(question.getByText(/pushes will be refused/)).toBeVisible();
  answer(finishKeyRenewal, () => refusal(409, 'The new key does not work, so the one in use stays.'));
  await question.getByRole('button', { name: 'Use the new key' }).click();
  await expect.element(screen.getByText('The new key does not work, so the one in use stays.')).toBeVisible();
  await screen.getByRole('button', { name: 'Ok' }).click();

  answer(finishKeyRenewal, ({ body }) => {
    expect(body).toEqual({ publicKey: next });
    connection = { ...connection, publicKey: next, nextPublicKey: null };
    return undefined;
  });
  await screen.getByRole('button', { name: 'Use the new key' }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Use the new key' }).click();
  await expect.element(screen.getByText('The new key is in use.')).toBeVisible();
  await expect.element(screen.getByLabelText('Former public key')).toHaveTextContent(shop.publicKey ?? '');
  await expect.element(screen.getByLabelText('Public key', { exact: true })).toHaveTextContent(next);

  await screen.getByRole('button', { name: 'Renew key' }).click();
  answer(discardNextKey, () => {
    connection = { ...connection, nextPublicKey: null };
    return undefined;
  });
  await screen.getByRole('button', { name: 'Discard the new key' }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Discard', exact: true }).click();
  await expect.element(screen.getByRole('button', { name: 'Renew key' })).toBeVisible();
});
