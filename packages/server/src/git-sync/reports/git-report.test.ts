import { updateAutomation } from '@atrium/contract/connections/automation';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  allInGit,
  type ConfigurationWorld,
  SERVICE,
  startConfigurationWorld,
} from '../../../test/configuration-world.ts';
import {
  ADD,
  adding,
  type ConnectedRepository,
  connectNew,
  runWithDeliveries,
  TESTED_ADD,
} from '../../../test/connected-world.ts';
import { buildGitHostApi } from '../../../test/git-host-api.ts';
import { commitFiles, execGit } from '../../../test/git-repository.ts';
import { commentOf, statusOf } from './git-report.ts';

vi.setConfig({ testTimeout: 90_000 });

const api = buildGitHostApi('GITHUB');
let world: ConfigurationWorld;
beforeAll(async () => {
  world = await startConfigurationWorld({}, { intercept: api.intercept });
}, 120_000);
afterAll(() => world[Symbol.asyncDispose]());

async function connect(onPush: 'NOTHING' | 'TEST'): Promise<ConnectedRepository> {
  const repository = await connectNew(world, { files: TESTED_ADD });
  const params = { id: repository.id };
  const body = { onPush, reportTo: 'GITHUB' as const };
  await world.server.call(updateAutomation, { params, body }, { as: world.caller });
  api.sent.length = 0;
  return repository;
}

const runAll = () => runWithDeliveries(world);

const statuses = (commitSha: string) =>
  api.sent.filter(({ call }) => call.endsWith(`/statuses/${commitSha}`)).map(({ body }) => body?.['state']);
const comments = () =>
  api.sent
    .filter(({ call }) => !call.startsWith('GET') && call.includes('/comments'))
    .map(({ call, body }) => ({ call, text: String(body?.['body']) }));

test('a push reports its state to its commit, and only where that was chosen', async () => {
  const repository = await connect('TEST');
  const good = await commitFiles(repository.folder, allInGit({ [ADD]: adding(2) }));
  await repository.refresh();
  await runAll();
  expect(statuses(good).at(-1)).toBe('success');
  const bad = await commitFiles(repository.folder, allInGit({ [ADD]: adding(-2) }));
  await repository.refresh();
  await runAll();
  expect(statuses(bad).at(-1)).toBe('failure');
  expect(comments()).toEqual([]);
  expect(api.sent.every(({ authorization }) => authorization?.startsWith('Bearer '))).toBe(true);

  const params = { id: repository.id };
  await world.server.call(updateAutomation, { params, body: { reportTo: null } }, { as: world.caller });
  const silent = await commitFiles(repository.folder, allInGit({ [ADD]: adding(3) }));
  await repository.refresh();
  await runAll();
  expect(statuses(silent)).toEqual([]);
  expect(await repository.automation()).toMatchObject({ onPush: 'TEST', reportTo: null });
});

/** Commits to a branch, and reports its request twice, as webhooks do. Returns the events of the commit. */
async function request(repository: ConnectedRepository, value: number, abbreviate = (sha: string) => sha) {
  const { db, gitSync } = world.server.context;
  const key = { domainId: world.caller.domainId, connectionId: repository.id };
  const branch = 'add-more';
  const heads = await execGit(repository.folder, 'branch', '--list', branch);
  if (heads === '') await execGit(repository.folder, 'branch', branch, 'main');
  const commitSha = await commitFiles(repository.folder, allInGit({ [ADD]: adding(value) }), { branch });
  const reported = { number: 12, title: 'Add more', branch, commitSha: abbreviate(commitSha), fork: null };
  for (const _ of ['once', 'again']) {
    await db.transaction().execute((transaction) => gitSync.pushes.beginRequest(transaction, key, reported));
    await runAll();
  }
  const { events } = await repository.automation();
  return { commitSha, events: events.filter((event) => event.commitSha === commitSha) };
}

test('a request is tested on its head, each commit once, and has one comment that is kept up to date', async () => {
  const repository = await connect('NOTHING');
  const failing = await request(repository, -1);
  expect(failing.events).toMatchObject([
    {
      requestNumber: 12,
      outcome: 'PREPARED',
      detail: '1 test fails.',
      message: expect.stringMatching(/Add more$/),
    },
  ]);
  expect(statuses(failing.commitSha).at(-1)).toBe('failure');
  const [first] = comments();
  expect(first?.call).toMatch(/^POST .*\/issues\/12\/comments$/);
  expect(first?.text).toContain('1 test fails.');
  expect(first?.text).toContain(`- \`${SERVICE}/tests/sums/adds\``);
  expect(first?.text).toContain('| 1 | 0 | 0 | 0 |');

  const passing = await request(repository, 9);
  expect(passing.events).toMatchObject([{ outcome: 'TESTED', detail: 'All tests pass with it.' }]);
  expect(statuses(passing.commitSha).at(-1)).toBe('success');
  expect(comments().map(({ call }) => call.split(' ')[0])).toEqual(['POST', 'PATCH']);
  expect(await world.liveContent(ADD)).toBe(adding(1));
});

test('a request whose host abbreviates its commit is tested, once', async () => {
  const repository = await connect('NOTHING');
  const { commitSha, events } = await request(repository, 8, (sha) => sha.slice(0, 12));
  expect(events).toMatchObject([{ outcome: 'TESTED', detail: 'All tests pass with it.' }]);
  expect(statuses(commitSha).at(-1)).toBe('success');
});

test('a host that is away is tried again, and what it is told then is the newest state', async () => {
  const repository = await connect('TEST');
  api.refusal = { status: 503 };
  const commitSha = await commitFiles(repository.folder, allInGit({ [ADD]: adding(4) }));
  await repository.refresh();
  await runAll();
  const { outbox } = world.server.context;
  const { domainId } = world.caller;
  const waiting = (await outbox.list(domainId, [repository.id])).filter(({ status }) => status === 'WAITING');
  expect(waiting[0]).toMatchObject({ error: 'The API of GitHub answered with status 503.', tries: 1 });
  api.refusal = undefined;
  api.sent.length = 0;
  const [deliver] = outbox.bindJobs();
  for (const { id } of waiting)
    await deliver?.run({ id, domainId }, { id: '', tryNumber: 0, signal: AbortSignal.timeout(30_000) });
  expect(statuses(commitSha)).toEqual(waiting.map(() => 'success'));
});

test('each state of a push has a status of its own', () => {
  const event = {
    step: null,
    outcome: null,
    onPush: 'LIVE',
    runId: null,
    requestNumber: null,
    detail: 'x',
  } as const;
  const stateOf = (more: Partial<Parameters<typeof statusOf>[0]>) => statusOf({ ...event, ...more }).state;
  expect(stateOf({ step: 'TEST' })).toBe('pending');
  expect(stateOf({ outcome: 'LIVE' })).toBe('success');
  expect(stateOf({ outcome: 'WAITING', requestNumber: 1 })).toBe('pending');
  expect(stateOf({ outcome: 'PREPARED' })).toBe('pending');
  expect(stateOf({ outcome: 'PREPARED', onPush: 'PREPARE' })).toBe('success');
  expect(stateOf({ outcome: 'PREPARED', runId: 'r' })).toBe('failure');
  expect(stateOf({ outcome: 'PREPARED', requestNumber: 1 })).toBe('failure');
  expect(stateOf({ outcome: 'REFUSED' })).toBe('error');
  expect(statusOf({ ...event, detail: 'x'.repeat(200) }).description).toHaveLength(140);
});

test('names of people stay text in a comment', () => {
  const hostile = 'x`](https://evil.example) @everyone <img src=x>\n# y';
  const review = {
    services: [{ name: '[a](b) | @all', taken: 1, merged: 0, here: 0, open: [hostile] }],
    approvals: [hostile],
    failedTests: [hostile],
  };
  const text = commentOf({ detail: '@all <b>', commitSha: 'abc', review }, 'https://atrium.example.com/x');
  // Outside of code spans no mark is left that would be markup.
  const outside = text
    .replaceAll(/`[^`\n]*`/g, '')
    .replace('[Show it in Atrium](https://atrium.example.com/x)', '');
  expect(outside).not.toMatch(/(?<!\\)[<>@[\]]/);
  expect(text.split('\n').filter((line) => line.startsWith('#'))).toEqual([]);
});
