import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { getAutomation } from '@atrium/contract/connections/automation';
import { createConnection, deleteConnection } from '@atrium/contract/connections/connections';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  type ConfigurationWorld,
  SERVICE,
  startConfigurationWorld,
} from '../../../test/configuration-world.ts';
import {
  type ConnectedRepository,
  connectRepository,
  runConnectionJobs,
} from '../../../test/connected-world.ts';
import { commitFiles } from '../../../test/git-repository.ts';
import { sendLook } from '../git-sync.job.ts';

vi.setConfig({ testTimeout: 60_000 });

let world: ConfigurationWorld;
let repository: ConnectedRepository;
let path: string;
let secret: string;
beforeAll(async () => {
  world = await startConfigurationWorld();
  repository = await connectRepository(world, 'shop');
  const made = await repository.createSecret();
  secret = made.secret;
  path = new URL(made.url).pathname;
  await runConnectionJobs(world);
}, 120_000);
afterAll(() => world[Symbol.asyncDispose]());

const hex = (body: string, key = secret) => createHmac('sha256', key).update(body).digest('hex');
/** Calls are limited by address. */
let address = 0;
async function send(headers: Record<string, string>, body: string, to = path) {
  address += 1;
  return world.server.app.inject({
    method: 'POST',
    url: to,
    remoteAddress: `203.0.113.${(address % 250) + 1}`,
    headers: { 'content-type': 'application/json', ...headers },
    payload: body,
  });
}
const pushOf = (branch: string, more: object = {}) =>
  JSON.stringify({ ref: `refs/heads/${branch}`, before: '1'.repeat(40), after: '2'.repeat(40), ...more });
const github = (body: string, event = 'push') => ({
  'x-github-event': event,
  'x-hub-signature-256': `sha256=${hex(body)}`,
});

async function countLooks(): Promise<number> {
  const { rows } = await world.server.context.db
    .withSchema('jobs')
    .selectFrom('job' as never)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('name' as never, '=', 'git-sync.look' as never)
    .where('state' as never, '=', 'created' as never)
    .execute()
    .then((found) => ({ rows: found as { count: number }[] }));
  return Number(rows[0]?.count);
}
const newest = async () => (await repository.automation()).events[0];

test.each([
  ['GitHub', (body: string) => github(body)],
  ['GitLab', () => ({ 'x-gitlab-event': 'Push Hook', 'x-gitlab-token': secret })],
  ['Gitea', (body: string) => ({ 'x-gitea-event': 'push', 'x-gitea-signature': hex(body) })],
  ['Forgejo', (body: string) => ({ 'x-forgejo-event': 'push', 'x-forgejo-signature': hex(body) })],
])('a push that %s reports is seen, and a replay only looks again', async (host, headersOf) => {
  const commit = await commitFiles(repository.folder, { [`${SERVICE}/functions/hooks/${host}.js`]: '1;\n' });
  const body = pushOf('main');
  for (const _ of ['once', 'again']) {
    expect((await send(headersOf(body), body)).statusCode).toBe(204);
    await runConnectionJobs(world);
  }
  expect(await repository.refresh()).toMatchObject({ commitSha: commit });
  const { events, receivedOn } = await repository.automation();
  expect(receivedOn).not.toBeNull();
  expect(events.filter(({ commitSha }) => commitSha === commit)).toHaveLength(1);
});

test('a push that Bitbucket reports is seen', async () => {
  const commit = await commitFiles(repository.folder, {
    [`${SERVICE}/functions/hooks/bitbucket.js`]: '1;\n',
  });
  const branch = { type: 'branch', name: 'main' };
  const body = JSON.stringify({ push: { changes: [{ old: branch, new: branch }] } });
  const headers = { 'x-event-key': 'repo:push', 'x-hub-signature': `sha256=${hex(body)}` };
  expect((await send(headers, body)).statusCode).toBe(204);
  await runConnectionJobs(world);
  expect(await newest()).toMatchObject({ commitSha: commit });
});

test('many pushes at once are one look', async () => {
  const body = pushOf('main');
  await Promise.all(Array.from({ length: 20 }, () => send(github(body), body)));
  expect(await countLooks()).toBe(1);
  await runConnectionJobs(world);
});

test('a push is looked at before connections whose time has come', async () => {
  const { jobs } = world.server.context;
  const { domainId } = world.caller;
  await sendLook(jobs, { domainId, connectionId: randomUUID() });
  await sendLook(jobs, { domainId, connectionId: repository.id });
  const body = pushOf('main');
  await send(github(body), body);
  expect(await countLooks()).toBe(3);
  const [first] = await world.server.context.db
    .withSchema('jobs')
    .selectFrom('job' as never)
    .select('singletonKey' as never)
    .where('name' as never, '=', 'git-sync.look' as never)
    .where('state' as never, '=', 'created' as never)
    .orderBy('priority' as never, 'desc')
    .execute();
  expect(first).toEqual({ singletonKey: `${repository.id} now` });
  await runConnectionJobs(world);
});

test('what is no push to the branch is accepted, told, and looks at nothing', async () => {
  const zero = '0'.repeat(40);
  const form = `payload=${encodeURIComponent(pushOf('other'))}`;
  const cases: [body: string, headers: Record<string, string>, message: RegExp][] = [
    ['{"zen":"Keep it logically awesome."}', github('{"zen":"Keep it logically awesome."}', 'ping'), /ping/],
    [pushOf('feature/x'), github(pushOf('feature/x')), /"feature\/x": this connection is for "main"/],
    ['{"action":"opened"}', github('{"action":"opened"}', 'issues'), /"issues": nothing to do/],
    ['{"ref":"refs/tags/v1"}', github('{"ref":"refs/tags/v1"}'), /tag/],
    ['not json', github('not json'), /"push": nothing to do/],
    [pushOf('a\0b'), github(pushOf('a\0b')), /"push": nothing to do/],
    [
      form,
      { ...github(form), 'content-type': 'application/x-www-form-urlencoded' },
      /"other": this connection/,
    ],
  ];
  for (const [body, headers, message] of cases) {
    expect((await send(headers, body)).statusCode).toBe(204);
    expect((await newest())?.message).toMatch(message);
  }
  expect(await countLooks()).toBe(0);
  const deleted = pushOf('main', { after: zero, deleted: true });
  expect((await send(github(deleted), deleted)).statusCode).toBe(204);
  expect((await newest())?.message).toBe('The branch "main" was deleted.');
  // The branch is looked at all the same: a webhook is only a hint.
  expect(await countLooks()).toBe(1);
  await runConnectionJobs(world);
});

test('none of 200 forged calls starts anything, or says more than that there is nothing', async () => {
  const before = await repository.automation();
  const body = pushOf('main');
  const real = hex(body);
  const forged: Record<string, string>[] = [
    {},
    { 'x-hub-signature-256': real },
    { 'x-hub-signature-256': `sha1=${real}` },
    { 'x-hub-signature-256': `sha256=${real.slice(0, 63)}` },
    { 'x-hub-signature-256': `sha256=${real}0` },
    { 'x-hub-signature-256': `sha256=${real.toUpperCase().replace(/[0-9]/g, 'A')}` },
    { 'x-hub-signature-256': 'sha256=' },
    { 'x-hub-signature-256': `sha256=${hex(`${body} `)}` },
    { 'x-hub-signature-256': `sha256=${hex(body, '')}` },
    { 'x-hub-signature-256': `sha256=${hex(body, `${secret} `)}` },
    { 'x-hub-signature': `sha1=${createHmac('sha1', secret).update(body).digest('hex')}` },
    { 'x-gitlab-token': '' },
    { 'x-gitlab-token': secret.slice(1) },
    { 'x-gitlab-token': `${secret}x` },
    { 'x-gitlab-token': hex(body) },
    { 'x-gitea-signature': `sha256=${real}` },
    { 'x-gitea-signature': '0'.repeat(64) },
    { authorization: `Bearer ${secret}` },
    { 'x-webhook-secret': secret },
    { 'x-hub-signature-256': `sha256=${real},sha256=${hex('x')}` },
  ];
  while (forged.length < 200)
    forged.push({ 'x-hub-signature-256': `sha256=${randomBytes(32).toString('hex')}` });
  const answers = await Promise.all(
    forged.map((headers) => send({ 'x-github-event': 'push', ...headers }, body)),
  );
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([404]));
  const unknown = await send(github(body), body, `/hooks/git/${randomBytes(32).toString('base64url')}`);
  expect([unknown.statusCode, unknown.json().message]).toEqual([404, answers[0]?.json().message]);
  expect(await countLooks()).toBe(0);
  const after = await repository.automation();
  expect({ ...after, refusedOn: null }).toEqual({ ...before, refusedOn: null });
  expect(after.refusedOn).not.toBeNull();
});

test('a new secret takes the place of the one before, at the same address', async () => {
  const body = pushOf('main');
  const former = github(body);
  const made = await repository.createSecret();
  expect(new URL(made.url).pathname).toBe(path);
  expect((await send(former, body)).statusCode).toBe(404);
  secret = made.secret;
  expect((await send(github(body), body)).statusCode).toBe(204);
  await runConnectionJobs(world);
  const stored = await world.server.context.db.selectFrom('connectionHooks').selectAll().execute();
  expect(JSON.stringify(stored)).not.toContain(secret);
});

test('a body that is too large is refused', async () => {
  const body = JSON.stringify({ text: 'x'.repeat(1024 * 1024) });
  expect((await send(github(body), body)).statusCode).toBe(413);
});

test('a deploy key has an automation too, whichever form its address has', async () => {
  const { server, caller } = world;
  for (const gitUrl of ['git@github.com:acme/shop.git', 'ssh://git@github.com/acme/shop.git']) {
    const body = { name: 'keyed', kind: 'key' as const, gitUrl };
    const { id } = await server.call(createConnection, { body }, { as: caller });
    expect(await server.call(getAutomation, { params: { id } }, { as: caller })).toMatchObject({
      onPush: 'NOTHING',
      knownHost: 'GITHUB',
    });
    await server.call(deleteConnection, { params: { id } }, { as: caller });
  }
});
