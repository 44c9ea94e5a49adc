import { randomUUID } from 'node:crypto';
import { searchLog } from '@atrium/contract/audit/log';
import { type ConnectionEvent, testFork, updateAutomation } from '@atrium/contract/connections/automation';
import { setValue } from '@atrium/contract/service-api/functions/values';
import { getTestRun } from '@atrium/contract/test-runs/test-runs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  allInGit,
  type ConfigurationWorld,
  SERVICE,
  startConfigurationWorld,
} from '../../../test/configuration-world.ts';
import { type ConnectedRepository, connectNew, runWithDeliveries } from '../../../test/connected-world.ts';
import { buildChild, buildUser } from '../../../test/factories.ts';
import { buildGitHostApi } from '../../../test/git-host-api.ts';
import { commitFiles, execGit } from '../../../test/git-repository.ts';
import type { Caller } from '../../http/caller.ts';

vi.setConfig({ testTimeout: 90_000 });

const api = buildGitHostApi('GITHUB');
let world: ConfigurationWorld;
let repository: ConnectedRepository;
let number = 20;
beforeAll(async () => {
  world = await startConfigurationWorld({}, { intercept: api.intercept });
  repository = await connectNew(world, { files: BASE });
  await setHost('GITHUB');
  const client = world.server.context.services.getClient(world.caller);
  const params = { kind: 'secret' as const, name: 'PAY_KEY' };
  await client.call(SERVICE, setValue, {
    params,
    body: { value: 'live-value-1', testValue: 'test-value-1' },
  });
}, 120_000);
afterAll(() => world[Symbol.asyncDispose]());

const PAY = 'functions/sums/pay.js';
const TEST = 'tests/sums/pays.js';
const BASE = {
  [PAY]: 'export default (_input, { secrets }) => secrets.PAY_KEY;\n',
  'functions/sums/pay.meta.js': "export default { secrets: ['PAY_KEY'] };\n",
  [TEST]:
    "export default async ({ call, expect }) => expect(await call('sums/pay')).equals('test-value-1');\n",
};
/** Passes where the secret can be read. */
const STEALING = BASE[TEST].replace('equals', 'is.a').replace('test-value-1', 'string');
/** Passes where it cannot. */
const LEFT = `export default async ({ call, expect }) => {
  const message = await call('sums/pay').catch((error) => error.message);
  expect(message).contains('no test value');
};
`;
const setHost = (reportTo: 'GITHUB' | 'BITBUCKET') =>
  world.server.call(
    updateAutomation,
    { params: { id: repository.id }, body: { reportTo } },
    { as: world.caller },
  );

/** Pushes to the head of a request, which is no branch of the repository, as a host shows the commits of forks. */
async function pushToFork(request: number, files: Record<string, string>): Promise<string> {
  const branch = `tmp-${randomUUID().slice(0, 8)}`;
  await execGit(repository.folder, 'branch', branch, 'main');
  const commitSha = await commitFiles(repository.folder, allInGit(files), { branch });
  await execGit(repository.folder, 'update-ref', `refs/pull/${request}/head`, commitSha);
  await execGit(repository.folder, 'branch', '-D', branch);
  return commitSha;
}

/** Reports a request, as the webhook does. */
async function report(request: number, commitSha: string, fork: string | null = 'eve/shop'): Promise<void> {
  const { db, gitSync } = world.server.context;
  const key = { domainId: world.caller.domainId, connectionId: repository.id };
  const reported = { number: request, title: 'Pay: more', branch: 'main', commitSha, fork };
  await db.transaction().execute((transaction) => gitSync.pushes.beginRequest(transaction, key, reported));
}

async function eventOf(commitSha: string): Promise<ConnectionEvent> {
  const { events } = await repository.automation();
  const found = events.find((event) => event.commitSha === commitSha && event.requestNumber !== null);
  if (found === undefined) throw new Error('There is no such event.');
  return found;
}

async function start(event: ConnectionEvent, { as = world.caller, commitSha = event.commitSha ?? '' } = {}) {
  const params = { id: repository.id, eventId: event.id };
  const response = await world.server.request(testFork, { params, body: { commitSha } }, { as });
  return { status: response.statusCode, body: response.body };
}

const runAll = () => runWithDeliveries(world);

const statuses = (commitSha: string) =>
  api.sent.filter(({ call }) => call.endsWith(`/statuses/${commitSha}`)).map(({ body }) => body?.['state']);

test('a fork waits for a person, and its tests get no secrets', async () => {
  const { server, caller } = world;
  number += 1;
  const commitSha = await pushToFork(number, { [TEST]: LEFT });
  await report(number, commitSha);
  await runAll();
  const waiting = await eventOf(commitSha);
  expect(waiting).toMatchObject({
    outcome: 'WAITING',
    isTestable: true,
    isOpen: false,
    fork: 'eve/shop',
    runId: null,
    detail: 'It comes from a fork, eve/shop. A person has to start its tests in Atrium.',
  });
  expect(statuses(commitSha)).toEqual(['pending']);
  const status = api.sent.findLast(({ call }) => call.endsWith(`/statuses/${commitSha}`));
  expect(status?.body?.['target_url']).toContain(`/console/changes/connections?connection=${repository.id}`);

  // Of two who press at once, one starts it.
  const both = await Promise.all([start(waiting), start(waiting)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409]);
  await runAll();
  const tested = await eventOf(commitSha);
  expect(tested).toMatchObject({
    outcome: 'TESTED',
    isTestable: false,
    detail: 'All tests pass with it. The tests got no secrets.',
  });
  expect(statuses(commitSha).at(-1)).toBe('success');
  const comment = api.sent.findLast(({ call }) => call.startsWith('PATCH'));
  expect(comment?.body?.['body']).toContain('The tests got no secrets.');
  const run = await server.call(getTestRun, { params: { runId: tested.runId ?? '' } }, { as: caller });
  expect(run).toMatchObject({ withoutSecrets: true, isCandidate: true, userId: caller.userId });
  const body = { startAt: '2020-01-01T00:00:00.000Z', action: 'connection.test-fork' } as const;
  const { logs } = await server.call(searchLog, { body }, { as: caller });
  expect(logs).toHaveLength(1);
  expect(logs[0]?.message).toContain(`request ${number} from eve/shop at ${commitSha.slice(0, 10)}`);
  expect(await world.liveContent(TEST)).toBe(BASE[TEST]);
});

test('what tests of a branch of the repository can read stays hidden from those of a fork', async () => {
  const files = { [TEST]: STEALING };
  number += 1;
  const stealing = await pushToFork(number, files);
  await report(number, stealing);
  expect((await start(await eventOf(stealing))).status).toBe(204);
  await runAll();
  expect(await eventOf(stealing)).toMatchObject({
    outcome: 'PREPARED',
    isTestable: true,
    detail: '1 test fails. The tests got no secrets.',
  });
  expect(statuses(stealing).at(-1)).toBe('failure');

  await execGit(repository.folder, 'branch', 'own', 'main');
  const own = await commitFiles(repository.folder, allInGit(files), { branch: 'own' });
  number += 1;
  const { db, gitSync } = world.server.context;
  const key = { domainId: world.caller.domainId, connectionId: repository.id };
  const reported = { number, title: 'Own', branch: 'own', commitSha: own, fork: null };
  await db.transaction().execute((transaction) => gitSync.pushes.beginRequest(transaction, key, reported));
  await runAll();
  expect(await eventOf(own)).toMatchObject({ outcome: 'TESTED', detail: 'All tests pass with it.' });
});

test('exactly the commit that the person saw is tested; a later one waits again', async () => {
  number += 1;
  const first = await pushToFork(number, { [TEST]: LEFT });
  await report(number, first);
  const seen = await eventOf(first);
  expect(await start(seen, { commitSha: 'b'.repeat(40) })).toMatchObject({ status: 409 });
  // The webhook of the later commit has not arrived.
  const second = await pushToFork(number, { [TEST]: STEALING });
  expect(await start(seen)).toMatchObject({ status: 204 });
  await runAll();
  expect(await eventOf(first)).toMatchObject({ outcome: 'REPLACED', runId: null, isTestable: false });
  const later = await eventOf(second);
  expect(later).toMatchObject({ outcome: 'WAITING', message: expect.stringMatching(/: Pay: more$/) });
  // It arrives now, and changes nothing.
  await report(number, second);
  expect(await start(seen)).toMatchObject({ status: 409, body: expect.stringContaining('Look at it again') });

  // A push while the tests run replaces them.
  expect(await start(later)).toMatchObject({ status: 204 });
  await report(number, await pushToFork(number, { [PAY]: 'export default () => 1;\n' }));
  await runAll();
  expect(await eventOf(second)).toMatchObject({ outcome: 'REPLACED', isTestable: false });
});

test('other tenants, people who may not run tests, and keys start nothing', async () => {
  const { context } = world.server;
  number += 1;
  const commitSha = await pushToFork(number, { [TEST]: LEFT });
  await report(number, commitSha);
  const event = await eventOf(commitSha);
  expect(await start(event, { as: await buildUser(context) })).toMatchObject({ status: 404 });
  for (const permissions of [
    ['configuration.exchange'],
    ['configuration.exchange', 'configuration.write'],
    ['tests.run', 'configuration.write'],
  ] as const) {
    const child = await buildChild(context, world.caller, [...permissions]);
    expect(await start(event, { as: child })).toMatchObject({ status: 403 });
  }
  const keyed: Caller = { ...world.caller, sessionId: null };
  const seen = { eventId: event.id, commitSha };
  await expect(context.gitSync.forkTests.start(keyed, repository.id, seen)).rejects.toThrow('by a person');
  await setHost('BITBUCKET');
  expect(await start(event)).toMatchObject({ status: 422, body: expect.stringContaining('Bitbucket keeps') });
  await setHost('GITHUB');
  expect(await eventOf(commitSha)).toMatchObject({ outcome: 'WAITING', runId: null });

  // They may no longer when it is their turn.
  const permissions = ['configuration.exchange', 'configuration.write', 'tests.run'] as const;
  const child = await buildChild(context, world.caller, [...permissions]);
  expect(await start(event, { as: child })).toMatchObject({ status: 204 });
  await context.accounts.children.delete(world.caller, child.userId);
  await runAll();
  expect(await eventOf(commitSha)).toMatchObject({
    outcome: 'REFUSED',
    isTestable: true,
    detail: expect.stringMatching(/^The person who started the tests no longer has an account/),
  });
});
