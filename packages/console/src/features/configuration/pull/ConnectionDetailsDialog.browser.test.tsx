import {
  type Automation,
  addHostWebhook,
  type ConnectionEvent,
  createWebhookSecret,
  getAutomation,
  testFork,
  updateAutomation,
} from '@atrium/contract/connections/automation';
import { type ConnectionState, listConnectionStates } from '@atrium/contract/connections/git-state';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNoFindings } from '../../../../test/accessibility.ts';
import { draw } from '../../../../test/draw.tsx';
import { gitConnection, noAutomation } from '../../../../test/git-connection.ts';
import { answer, refusal } from '../../../../test/platform.ts';
import { signIn } from '../../../../test/sign-in.ts';
import { ConnectionDetailsDialog } from './ConnectionDetailsDialog.tsx';

const time = '2026-11-29T12:00:00.000Z';
const shop = gitConnection;
const { id } = shop;
const state: ConnectionState = {
  connectionId: id,
  state: 'BOTH',
  branch: 'main',
  commitSha: 'a'.repeat(40),
  lookedOn: time,
  unknownSince: null,
  problem: null,
  isEmpty: false,
  commitCount: 2,
  commits: [{ commitSha: 'b'.repeat(40), message: 'Add carts', author: 'Grace', committedOn: time }],
  services: [
    {
      serviceId: 'hyper-dispatch',
      serviceName: 'Functions',
      state: 'BOTH',
      isExchanged: true,
      since: time,
      filesAhead: 1,
      filesBehind: 3,
      isFolderMissing: false,
      versions: [{ version: 7, message: 'Round totals', user: 'ada', createdOn: time }],
    },
  ],
  prepared: null,
  refusals: [],
  request: null,
};
const automation = noAutomation;

it('names what is missing on each side, and changes what a push does', async () => {
  signIn('configuration.read', 'configuration.exchange');
  answer(listConnectionStates, () => ({ connections: [state] }));
  let current = automation;
  answer(getAutomation, () => current);
  const screen = await draw(<ConnectionDetailsDialog connection={shop} onClose={() => undefined} />);
  await expect.element(screen.getByText('Ahead 1, behind 2')).toBeVisible();
  await expect.element(screen.getByText('Functions: 1 file to push, 3 files to pull')).toBeVisible();
  await expect.element(screen.getByText(/Add carts/)).toBeVisible();
  await expect.element(screen.getByText(/Functions 7: Round totals/)).toBeVisible();

  answer(updateAutomation, ({ body }) => {
    current = {
      ...current,
      onPush: body.onPush ?? current.onPush,
      reportTo: body.reportTo ?? null,
      events: [
        {
          id,
          createdOn: time,
          message: 'main moved to bbbbbbbbbb: Add carts',
          detail: 'Waits to be reviewed: 3 files from git.',
          commitSha: 'b'.repeat(40),
          isOpen: false,
          outcome: 'PREPARED',
          requestNumber: null,
          requestUrl: null,
          pullId: id,
          runId: null,
          fork: null,
          isTestable: false,
        },
      ],
    };
    return current;
  });
  await screen.getByRole('radio', { name: /^Prepare/ }).click();
  await expect.element(screen.getByRole('radio', { name: /^Prepare/ })).toBeChecked();
  await expect
    .element(screen.getByRole('link', { name: 'Review' }))
    .toHaveAttribute('href', expect.stringContaining('step=diff'));

  await screen.getByRole('combobox', { name: 'Report results to' }).selectOptions('GitLab');
  await expect.element(screen.getByRole('combobox', { name: 'Report results to' })).toHaveValue('GITLAB');
  expect(current).toMatchObject({ onPush: 'PREPARE', reportTo: 'GITLAB' });

  answer(updateAutomation, () => refusal(403, 'This needs the permission "Require tests to pass".'));
  await screen.getByRole('radio', { name: /^Go live/ }).click();
  const question = screen.getByRole('alertdialog', { name: 'Go live on a push?' });
  await expect.element(question.getByText(/It acts as ada, who connected the repository/)).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(screen.getByRole('radio', { name: /^Prepare/ })).toBeChecked();
  await screen.getByRole('radio', { name: /^Go live/ }).click();
  await question.getByRole('button', { name: 'Go live' }).click();
  await expect.element(screen.getByText(/needs the permission "Require tests to pass"/)).toBeVisible();
});

it('leads from an empty repository to the first push', async () => {
  signIn('configuration.read', 'configuration.exchange');
  const problem = 'The repository is empty. Push to it, here or from elsewhere.';
  const empty = { ...state, state: null, services: [], commits: [], commitSha: null, problem, isEmpty: true };
  answer(listConnectionStates, () => ({ connections: [empty] }));
  answer(getAutomation, () => automation);
  const screen = await draw(<ConnectionDetailsDialog connection={shop} onClose={() => undefined} />);
  await expect.element(screen.getByRole('heading', { name: 'Empty' })).toBeVisible();
  await expect.element(screen.getByText('The repository is empty', { exact: true })).toBeVisible();
  await expect.element(screen.getByText(/^Unknown/)).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Push', exact: true })).toBeEnabled();
});

it('saves each option that arrow keys pass, in their order', async () => {
  signIn('configuration.read', 'configuration.exchange');
  answer(listConnectionStates, () => ({ connections: [state] }));
  let current = automation;
  answer(getAutomation, () => current);
  const sent: unknown[] = [];
  const first = Promise.withResolvers<void>();
  answer(updateAutomation, async ({ body }) => {
    sent.push(body.onPush);
    if (sent.length === 1) await first.promise;
    current = { ...current, onPush: body.onPush ?? current.onPush };
    return current;
  });
  const screen = await draw(<ConnectionDetailsDialog connection={shop} onClose={() => undefined} />);
  await screen.getByRole('radio', { name: /^Nothing/ }).click();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect.element(screen.getByRole('radio', { name: /^Test/ })).toBeChecked();
  await expect.element(screen.getByRole('radio', { name: /^Test/ })).toHaveFocus();
  first.resolve();
  await expect.poll(() => current.onPush).toBe('TEST');
  expect(sent).toEqual(['PREPARE', 'TEST']);
  await expect.element(screen.getByRole('radio', { name: /^Test/ })).toBeChecked();
});

it('adds the webhook at the git host, or says why it could not', async () => {
  signIn('configuration.read', 'configuration.exchange');
  answer(listConnectionStates, () => ({ connections: [state] }));
  let current: Automation = { ...automation, webhookHost: 'GITHUB' };
  answer(getAutomation, () => current);
  answer(addHostWebhook, () => refusal(422, 'The token may not do this at GitHub.'));
  const screen = await draw(<ConnectionDetailsDialog connection={shop} onClose={() => undefined} />);
  const add = screen.getByRole('button', { name: 'Add webhook at GitHub' });
  await add.click();
  const refused = screen.getByRole('alertdialog', { name: 'The webhook was not added' });
  await expect.element(refused.getByText('The token may not do this at GitHub.')).toBeVisible();
  await refused.getByRole('button', { name: 'Ok' }).click();

  answer(addHostWebhook, () => {
    current = { ...current, webhookUrl: 'https://atrium.example.com/hooks/git/t' };
    return undefined;
  });
  await add.click();
  await expect
    .element(screen.getByText('GitHub reports pushes and pull requests from now on.'))
    .toBeVisible();
  await expect.element(screen.getByLabelText('Address', { exact: true })).toBeVisible();
  await expectNoFindings();

  const url = 'https://atrium.example.com/hooks/git/t';
  answer(createWebhookSecret, () => ({ url, secret: 'a-new-secret' }));
  await screen.getByRole('button', { name: 'Make a new secret' }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Make a new secret' }).click();
  await expect.element(screen.getByText('a-new-secret')).toBeVisible();
  await expect.element(screen.getByText(/^GitHub reports/)).not.toBeInTheDocument();
  await add.click();
  await expect.element(screen.getByText(/^GitHub reports/)).toBeVisible();
  await expect.element(screen.getByText('a-new-secret')).not.toBeInTheDocument();
});

it('offers no reports with a deploy key', async () => {
  signIn('configuration.read', 'configuration.exchange');
  answer(listConnectionStates, () => ({ connections: [state] }));
  answer(getAutomation, () => ({ ...automation, knownHost: 'GITHUB' as const }));
  const connection = { ...shop, kind: 'key' as const, username: null };
  const screen = await draw(<ConnectionDetailsDialog connection={connection} onClose={() => undefined} />);
  const select = screen.getByRole('combobox', { name: 'Report results to' });
  await expect.element(select).toBeDisabled();
  expect([...(select.element() as HTMLSelectElement).options].map(({ label }) => label)).toEqual([
    'No one',
    'GitHub',
  ]);
  await expect.element(screen.getByText(/^A deploy key cannot report\./)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Make a webhook' })).toBeVisible();
  expect(screen.getByRole('button', { name: /^Add webhook/ }).query()).toBeNull();
});

it('shows the secret of a webhook once, and says since when the repository cannot be read', async () => {
  signIn('configuration.read', 'configuration.exchange');
  const problem = 'There is no repository at this address.';
  answer(listConnectionStates, () => ({ connections: [{ ...state, problem, unknownSince: time }] }));
  let current = automation;
  answer(getAutomation, () => current);
  const secrets = ['shown once', 'another'];
  answer(createWebhookSecret, () => {
    const url = 'https://atrium.example/hooks/git/token';
    current = { ...current, webhookUrl: url };
    return { url, secret: secrets.shift() ?? '' };
  });
  const screen = await draw(<ConnectionDetailsDialog connection={shop} onClose={() => undefined} />);
  await expect.element(screen.getByText(/^Unknown since/)).toBeVisible();
  await expect.element(screen.getByText(/There is no repository/)).toBeVisible();
  await screen.getByRole('button', { name: 'Make a webhook' }).click();
  await expect.element(screen.getByText('shown once')).toBeVisible();
  await expect.element(screen.getByText('https://atrium.example/hooks/git/token')).toBeVisible();
  await screen.getByRole('button', { name: 'Make a new secret' }).click();
  const question = screen.getByRole('alertdialog', { name: 'Make a new secret?' });
  await expect.element(question.getByText(/Calls of the git host are refused until/)).toBeVisible();
  await expectNoFindings();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(screen.getByText('shown once')).toBeVisible();
  await screen.getByRole('button', { name: 'Make a new secret' }).click();
  await question.getByRole('button', { name: 'Make a new secret' }).click();
  await expect.element(screen.getByText('another')).toBeVisible();
  await expectNoFindings();
});

it('starts the tests of a fork after saying whose code runs, at which commit', async () => {
  await page.viewport(360, 640);
  signIn('configuration.read', 'configuration.exchange', 'configuration.write', 'tests.run');
  answer(listConnectionStates, () => ({ connections: [state] }));
  const commitSha = 'c'.repeat(40);
  const waiting = {
    id,
    createdOn: time,
    message: 'Request 13 at cccccccccc: Add more',
    detail: 'It comes from a fork, eve/shop. A person has to start its tests in Atrium.',
    commitSha,
    isOpen: false,
    outcome: 'WAITING' as const,
    requestNumber: 13,
    requestUrl: null,
    pullId: null,
    runId: null,
    fork: 'eve/shop',
    isTestable: true,
  };
  let current = { ...automation, reportTo: 'GITHUB' as const, events: [waiting] as ConnectionEvent[] };
  answer(getAutomation, () => current);
  const screen = await draw(<ConnectionDetailsDialog connection={shop} onClose={() => undefined} />);
  await screen.getByRole('button', { name: 'Test: request 13' }).click();
  const question = screen.getByRole('alertdialog');
  await expect
    .element(question.getByText(/^The code of eve\/shop runs in your domain as you, at commit cccccccccc/))
    .toBeVisible();
  await expect.element(question.getByText(/gets no secrets/)).toBeVisible();
  await expect
    .element(question.getByRole('link', { name: 'Show request 13 at the git host' }))
    .toHaveAttribute('href', 'https://git.example.com/shop/pull/13');
  await expectNoFindings();

  answer(testFork, () => refusal(409, 'The request has other commits by now.'));
  await question.getByRole('button', { name: 'Test', exact: true }).click();
  await expect.element(screen.getByText('The request has other commits by now.')).toBeVisible();
  await screen.getByRole('button', { name: 'Ok' }).click();

  const sent: object[] = [];
  answer(testFork, ({ params, body }) => {
    sent.push({ params, body });
    current = {
      ...current,
      events: [{ ...waiting, isOpen: true, outcome: null, isTestable: false, detail: null }],
    };
    return undefined;
  });
  await screen.getByRole('button', { name: 'Test: request 13' }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Test', exact: true }).click();
  await expect.element(screen.getByText('Under way.')).toBeVisible();
  expect(sent).toEqual([{ params: { id: shop.id, eventId: id }, body: { commitSha } }]);
  await expect.element(screen.getByRole('button', { name: 'Test: request 13' })).not.toBeInTheDocument();
});

it('says which permission the tests of a fork need', async () => {
  signIn('configuration.read', 'configuration.exchange');
  answer(listConnectionStates, () => ({ connections: [state] }));
  const event = {
    id,
    createdOn: time,
    message: 'Request 13 at cccccccccc: Add more',
    detail: null,
    commitSha: 'c'.repeat(40),
    isOpen: false,
    outcome: 'REFUSED' as const,
    requestNumber: 13,
    requestUrl: null,
    pullId: null,
    runId: null,
    fork: '',
    isTestable: true,
  };
  answer(getAutomation, () => ({ ...automation, events: [event] }));
  const screen = await draw(<ConnectionDetailsDialog connection={shop} onClose={() => undefined} />);
  await expect
    .element(screen.getByRole('button', { name: 'Test again: request 13' }))
    .toHaveAttribute('aria-disabled', 'true');
});

it('says which versions are pushed at once before changes are pushed by themselves', async () => {
  signIn('configuration.read', 'configuration.exchange');
  const [service] = state.services;
  const ahead = {
    ...(service as (typeof state.services)[number]),
    filesBehind: 0,
    state: 'AHEAD' as const,
    versions: [
      { version: 8, message: '', user: 'ada', createdOn: time },
      { version: 7, message: 'Round totals\n\nHalf up.', user: 'ada', createdOn: time },
    ],
  };
  const services = [
    ahead,
    { ...ahead, serviceId: 'content', serviceName: 'Content', isExchanged: false },
    { ...ahead, serviceId: 'mails', serviceName: 'Mails', state: 'BOTH' as const, filesBehind: 2 },
  ];
  let refusals: ConnectionState['refusals'] = [];
  answer(listConnectionStates, () => ({
    connections: [{ ...state, state: 'AHEAD' as const, services, refusals }],
  }));
  let current: Automation = automation;
  answer(getAutomation, () => current);
  answer(updateAutomation, ({ body }) => {
    refusals = [{ serviceName: 'Functions', message: 'The remote has changed. Pull and merge first.' }];
    current = { ...current, toGit: body.toGit ?? current.toGit };
    return current;
  });
  const screen = await draw(<ConnectionDetailsDialog connection={shop} onClose={() => undefined} />);
  const group = screen.getByRole('group', { name: 'On a change made here' });
  await expect.element(group.getByRole('radio', { name: /^As a branch/ })).not.toBeInTheDocument();
  await expect.element(screen.getByText(/^To have merge requests opened, choose below/)).toBeVisible();
  await group.getByRole('radio', { name: /^Directly/ }).click();
  const dialog = screen.getByRole('alertdialog');
  await expect.element(dialog.getByText('Functions: 2 versions: 8, 7 (Round totals)')).toBeVisible();
  await expect.element(dialog.getByText('Mails: 2 versions: 8, 7 (Round totals)')).toBeVisible();
  await expect.element(dialog.getByText(/^Also changed in git: Mails\. Those changes stay\./)).toBeVisible();
  await expect.element(dialog.getByText(/^Never exchanged with this branch: Content\./)).toBeVisible();
  await expect.element(dialog.getByText(/Later versions are pushed too, as ada/)).toBeVisible();
  await expectNoFindings();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(group.getByRole('radio', { name: /^Never/ })).toBeChecked();

  await group.getByRole('radio', { name: /^Directly/ }).click();
  await dialog.getByRole('button', { name: 'Push changes' }).click();
  await expect.element(group.getByRole('radio', { name: /^Directly/ })).toBeChecked();
  await expect.element(screen.getByText('Functions: not pushed')).toBeVisible();
});

it('links to the request with changes made here', async () => {
  signIn('configuration.read', 'configuration.exchange');
  const url = 'https://git.example.com/shop/requests/7';
  const request = { number: 7, url };
  answer(listConnectionStates, () => ({ connections: [{ ...state, request }] }));
  answer(getAutomation, () => ({ ...automation, reportTo: 'GITLAB' as const, toGit: 'REQUEST' as const }));
  const screen = await draw(<ConnectionDetailsDialog connection={shop} onClose={() => undefined} />);
  await expect.element(screen.getByRole('link', { name: 'request 7' })).toHaveAttribute('href', url);
  await expect
    .element(screen.getByRole('radio', { name: /^As a branch with a merge request/ }))
    .toBeChecked();
});
