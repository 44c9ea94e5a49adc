import { deleteConnection, updateConnection } from '@atrium/contract/connections/connections';
import { domainChannels } from '@atrium/contract/notifications/channels';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { inGit } from '../../test/configuration-world.ts';
import { ADD, adding, TESTED_ADD } from '../../test/connected-world.ts';
import { commitFiles, execGit } from '../../test/git-repository.ts';
import { GIT_PASSWORD, GIT_USERNAME } from '../../test/git-server.ts';
import {
  chooseReasons,
  type GitHostWorld,
  type HostedRepository,
  startGitHostWorld,
} from '../../test/git-team.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../test/webhook-receiver.ts';

vi.setConfig({ testTimeout: 90_000 });

const AWAY = 'The git host cannot be reached.';
const READABLE = 'The repository can be read again.';
const REFUSED =
  'The git host rejected the username or password. Use an access token if your host requires two-factor sign-in.';

let host: GitHostWorld;
let receiver: WebhookReceiver;
beforeAll(async () => {
  [host, receiver] = await Promise.all([startGitHostWorld(), startWebhookReceiver()]);
  const { server, caller } = host.world;
  const body = { kind: 'WEBHOOK' as const, name: 'Receiver', address: receiver.url };
  const { id } = await server.call(domainChannels.add, { body }, { as: caller });
  await chooseReasons(host.world, caller, {
    id,
    scope: 'domain',
    reasons: ['push-prepared', 'push-refused'],
  });
}, 120_000);
afterAll(async () => {
  await host[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});
beforeEach(() => {
  host.isAway = false;
  host.answerGit = () => undefined;
  receiver.received.length = 0;
});

/** Connects a repository until the end of the test. */
async function connect(name: string): Promise<HostedRepository> {
  const repository = await host.connect(name, TESTED_ADD);
  await host.work();
  const { server, caller } = host.world;
  const params = { id: repository.id };
  onTestFinished(async () => {
    await server.call(deleteConnection, { params }, { as: caller });
  });
  return repository;
}

const commit = ({ folder }: HostedRepository, value: number, message = `Add ${value}`) =>
  commitFiles(folder, { [inGit(ADD)]: adding(value) }, { message });
const eventOf = async (repository: HostedRepository, commitSha: string) =>
  (await repository.automation()).events.find((event) => event.commitSha === commitSha);
const messages = async (repository: HostedRepository) =>
  (await repository.automation()).events.map(({ message }) => message);
const told = () => receiver.received.map(({ body }) => JSON.parse(body));
/** Looks at the branch and begins its push, without going on with it. */
const begin = (repository: HostedRepository) => repository.refresh();

test('a revoked token is noted and told once, and a new one handles what was pushed meanwhile', async () => {
  const repository = await connect('revoked');
  const before = await host.world.liveVersion();
  host.answerGit = () => ({ status: 401, headers: { 'www-authenticate': 'Basic realm="git"' } });
  const pushed = await commit(repository, 2);
  for (let look = 0; look < 3; look += 1) await repository.reportPush();
  expect(await repository.refresh()).toMatchObject({ problem: REFUSED, unknownSince: expect.any(String) });
  await host.work();
  expect((await messages(repository)).filter((message) => message === REFUSED)).toHaveLength(1);
  expect(told()).toMatchObject([
    {
      type: 'git.repository-unreadable',
      data: { connectionId: repository.id, url: expect.stringMatching(/connections$/) },
    },
  ]);

  const { server, caller, remote } = host.world;
  host.answerGit = () => undefined;
  const body = {
    name: 'revoked',
    gitUrl: remote.url('revoked'),
    username: GIT_USERNAME,
    password: GIT_PASSWORD,
  };
  await server.call(updateConnection, { params: { id: repository.id }, body }, { as: caller });
  await host.work();
  expect(await eventOf(repository, pushed)).toMatchObject({ outcome: 'LIVE' });
  expect(await messages(repository)).toContain(READABLE);
  expect(await host.world.liveVersion()).toBe(before + 1);
  expect(told()).toHaveLength(1);
});

test('a push waits while a token is revoked, and is live with a new one', async () => {
  const repository = await connect('revoked-later');
  const pushed = await commit(repository, 2);
  await begin(repository);
  host.answerGit = () => ({ status: 401, headers: { 'www-authenticate': 'Basic realm="git"' } });
  await host.work();
  await host.pass(12);
  expect(await eventOf(repository, pushed)).toMatchObject({ outcome: null, isOpen: true });
  expect(told()).toMatchObject([{ type: 'git.repository-unreadable' }]);
  host.answerGit = () => undefined;
  await host.pass(1);
  expect(await eventOf(repository, pushed)).toMatchObject({ outcome: 'LIVE' });
  expect(told()).toHaveLength(1);
});

test('a push that cannot be read for three days is refused, which is told once', async () => {
  const repository = await connect('never');
  const pushed = await commit(repository, 2);
  await begin(repository);
  host.answerGit = () => ({ status: 404 });
  await host.work();
  await host.pass(80, 20);
  expect(await eventOf(repository, pushed)).toMatchObject({
    outcome: 'REFUSED',
    detail: 'There is no repository at this address.',
  });
  expect(told()).toMatchObject([
    { type: 'git.repository-unreadable' },
    { type: 'git.push-refused', data: { commitSha: pushed, pullId: null } },
  ]);
});

test.each([
  ['before the push is seen', false],
  ['while the push is handled', true],
])('a host that is away for a day %s: the push is live afterwards, once', async (_, isSeen) => {
  const repository = await connect(`away-${isSeen}`);
  const before = await host.world.liveVersion();
  const pushed = await commit(repository, 2);
  if (isSeen) await begin(repository);
  host.isAway = true;
  await repository.reportPush();
  await host.pass(25);
  expect(await repository.refresh()).toMatchObject({ problem: AWAY, unknownSince: expect.any(String) });
  expect((await messages(repository)).filter((message) => message === AWAY)).toHaveLength(1);
  expect(await host.world.liveVersion()).toBe(before);
  expect(told()).toMatchObject([{ type: 'git.repository-unreadable' }]);
  host.isAway = false;
  await host.pass(1);
  expect(await eventOf(repository, pushed)).toMatchObject({ outcome: 'LIVE' });
  expect(await host.world.liveVersion()).toBe(before + 1);
  await host.pass(25);
  expect(repository.statuses(pushed).at(-1)).toBe('success');
  expect(told()).toHaveLength(1);
});

test('a short outage is noted, and no one is told', async () => {
  const repository = await connect('short');
  host.isAway = true;
  await repository.reportPush();
  host.isAway = false;
  await host.pass(1);
  expect((await messages(repository)).slice(0, 2)).toEqual([READABLE, AWAY]);
  expect(told()).toEqual([]);
});

test('a renamed repository is followed, and its new address is noted once; without a redirect it is missing', async () => {
  const repository = await connect('renamed');
  const { origin } = host.world.remote;
  await execGit(host.world.remote.root, 'clone', '-q', '--bare', repository.folder, 'shop2.git');
  host.answerGit = (path) =>
    path.startsWith('/renamed.git')
      ? { status: 301, headers: { location: `${origin}${path.replace('renamed', 'shop2')}` } }
      : undefined;
  const pushed = await commit({ ...repository, folder: `${host.world.remote.root}/shop2.git` }, 3);
  for (let look = 0; look < 2; look += 1) await repository.reportPush();
  const moved = `The repository has moved to ${origin}/shop2.git. Change the address of the connection: someone else may take the old one.`;
  expect((await messages(repository)).filter((message) => message === moved)).toHaveLength(1);
  expect(await eventOf(repository, pushed)).toMatchObject({ outcome: 'LIVE' });
  host.answerGit = (path) => (path.startsWith('/renamed.git') ? { status: 404 } : undefined);
  expect(await repository.refresh()).toMatchObject({ problem: 'There is no repository at this address.' });
  await host.work();
  expect(told()).toMatchObject([{ type: 'git.repository-unreadable' }]);
});

test('a branch that is deleted, and one that is rewritten, while a push is handled', async () => {
  const repository = await connect('rewritten');
  const start = (await execGit(repository.folder, 'rev-parse', 'main')).trim();
  const first = await commit(repository, 2);
  await begin(repository);
  await execGit(repository.folder, 'update-ref', 'refs/heads/main', start);
  const second = await commit(repository, 3, 'Add three');
  await repository.reportPush();
  expect(await eventOf(repository, first)).toMatchObject({
    outcome: 'REPLACED',
    detail: 'A later push to main came first, which has rewritten its history.',
  });
  expect(await eventOf(repository, second)).toMatchObject({ outcome: 'LIVE' });
  expect(await host.world.liveContent(ADD)).toBe(adding(3));

  const third = await commit(repository, 4);
  await begin(repository);
  await execGit(repository.folder, 'branch', 'other', 'main');
  await execGit(repository.folder, 'update-ref', '-d', 'refs/heads/main');
  await repository.reportPush();
  expect(await eventOf(repository, third)).toMatchObject({ outcome: null, isOpen: true });
  expect(await repository.refresh()).toMatchObject({
    problem: expect.stringMatching(/branch/),
    commitSha: third,
  });
  await execGit(repository.folder, 'update-ref', 'refs/heads/main', third);
  const fourth = await commit(repository, 5);
  await repository.reportPush();
  expect(await eventOf(repository, third)).toMatchObject({ outcome: 'REPLACED' });
  expect(await eventOf(repository, fourth)).toMatchObject({ outcome: 'LIVE' });
  expect(told()).toMatchObject([{ type: 'git.repository-unreadable' }]);
  expect(await host.world.liveContent(ADD)).toBe(adding(5));
});
