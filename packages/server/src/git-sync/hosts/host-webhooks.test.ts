import { searchLog } from '@atrium/contract/audit/log';
import { addHostWebhook, updateAutomation } from '@atrium/contract/connections/automation';
import { createConnection } from '@atrium/contract/connections/connections';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ConfigurationWorld, startConfigurationWorld } from '../../../test/configuration-world.ts';
import { type ConnectedRepository, connectRepository } from '../../../test/connected-world.ts';
import { buildGitHostApi } from '../../../test/git-host-api.ts';

vi.setConfig({ testTimeout: 60_000 });

const api = buildGitHostApi('GITLAB');
let world: ConfigurationWorld;
let repository: ConnectedRepository;
beforeAll(async () => {
  world = await startConfigurationWorld({}, { intercept: api.intercept });
  repository = await connectRepository(world, 'shop');
}, 120_000);
afterAll(() => world[Symbol.asyncDispose]());

async function add(id = repository.id) {
  const response = await world.server.request(addHostWebhook, { params: { id } }, { as: world.caller });
  return { status: response.statusCode, text: response.body };
}
const setHost = (reportTo: 'GITLAB' | null) =>
  world.server.call(
    updateAutomation,
    { params: { id: repository.id }, body: { reportTo } },
    { as: world.caller },
  );
async function callWith(secret: string, url: string): Promise<number> {
  const { statusCode } = await world.server.app.inject({
    method: 'POST',
    url: new URL(url).pathname,
    headers: {
      'content-type': 'application/json',
      'x-gitlab-event': 'Push Hook',
      'x-gitlab-token': secret,
    },
    payload: JSON.stringify({ ref: 'refs/heads/main', after: '2'.repeat(40) }),
  });
  return statusCode;
}

test('an unknown host is asked for before anything is made', async () => {
  const refused = await add();
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('Choose it under \\"Report results to\\"');
  expect(await repository.automation()).toMatchObject({ webhookHost: null, webhookUrl: null });
  expect(api.sent).toEqual([]);
});

test('the webhook is added once, with a secret that no one reads here', async () => {
  await setHost('GITLAB');
  const added = await add();
  expect(added).toMatchObject({ status: 204, text: '' });
  const [webhook] = api.webhooks;
  const { url, secret } = webhook ?? { url: '', secret: '' };
  const { webhookHost, webhookUrl, events } = await repository.automation();
  expect(webhookHost).toBe('GITLAB');
  expect(url).toBe(webhookUrl);
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(events[0]?.message).toBe('The webhook is set at GitLab.');
  expect(JSON.stringify(events)).not.toContain(secret);
  expect(await callWith(secret, url)).toBe(204);
  expect(await callWith(`${secret}x`, url)).toBe(404);

  expect(await add()).toMatchObject({ status: 204 });
  expect(api.webhooks).toMatchObject([{ url, secret }]);
  const body = { startAt: '2020-01-01T00:00:00.000Z', action: 'connection.add-webhook' } as const;
  const { logs } = await world.server.call(searchLog, { body }, { as: world.caller });
  expect(logs).toHaveLength(2);
  expect(JSON.stringify(logs)).not.toContain(secret);
});

test('a new secret reaches the host with the next call, on the same webhook', async () => {
  const made = await repository.createSecret();
  expect(api.webhooks[0]?.secret).not.toBe(made.secret);
  await add();
  expect(api.webhooks).toMatchObject([made]);
});

test('two calls at once make one secret', async () => {
  const other = await connectRepository(world, 'other');
  await world.server.call(
    updateAutomation,
    { params: { id: other.id }, body: { reportTo: 'GITLAB' } },
    { as: world.caller },
  );
  api.webhooks = [];
  const results = await Promise.all([add(other.id), add(other.id), add(other.id)]);
  expect(results.map(({ status }) => status)).toEqual([204, 204, 204]);
  expect(new Set(api.webhooks.map(({ url }) => url)).size).toBe(1);
  expect(new Set(api.webhooks.map(({ secret }) => secret)).size).toBe(1);
});

test('a refusal of the host says what to do, and a kept webhook goes on', async () => {
  await add();
  const [webhook] = api.webhooks.slice(-1);
  api.refusal = { status: 403 };
  const refused = await add();
  api.refusal = undefined;
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('The token may not do this at GitLab.');
  expect(refused.text).toContain('Or make a webhook here, and enter its address and secret at the git host.');
  expect(await callWith(webhook?.secret ?? '', webhook?.url ?? '')).toBe(204);
});

test('a deploy key cannot call the host', async () => {
  const body = { name: 'By key', kind: 'key' as const, gitUrl: 'git@git.example.com:acme/shop.git' };
  const { id } = await world.server.call(createConnection, { body }, { as: world.caller });
  const refused = await add(id);
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('A deploy key cannot call the API of the git host.');
});
