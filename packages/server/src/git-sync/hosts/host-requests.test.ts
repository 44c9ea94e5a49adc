import { randomUUID } from 'node:crypto';
import { searchLog } from '@atrium/contract/audit/log';
import { updateAutomation } from '@atrium/contract/connections/automation';
import { createConnection, updateConnection } from '@atrium/contract/connections/connections';
import { openRequest } from '@atrium/contract/connections/requests';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ConfigurationWorld, startConfigurationWorld } from '../../../test/configuration-world.ts';
import { connectRepository } from '../../../test/connected-world.ts';
import { buildChild, buildUser } from '../../../test/factories.ts';
import { buildGitHostApi } from '../../../test/git-host-api.ts';
import { GIT_PASSWORD, GIT_USERNAME } from '../../../test/git-server.ts';
import type { Caller } from '../../http/caller.ts';

vi.setConfig({ testTimeout: 60_000 });

const api = buildGitHostApi('GITLAB');
let world: ConfigurationWorld;
let id: string;
let name: string;
beforeAll(async () => {
  world = await startConfigurationWorld({}, { intercept: api.intercept });
  name = `r${randomUUID().slice(0, 8)}`;
  ({ id } = await connectRepository(world, name));
}, 120_000);
afterAll(() => world[Symbol.asyncDispose]());

const BODY = { branch: 'atrium/feature', title: 'Version 4' };
async function open(body = BODY, as: Caller = world.caller, connectionId = id) {
  const response = await world.server.request(openRequest, { params: { id: connectionId }, body }, { as });
  return { status: response.statusCode, body: response.json<Record<string, unknown>>() };
}
const setHost = (reportTo: 'GITLAB' | null) =>
  world.server.call(updateAutomation, { params: { id }, body: { reportTo } }, { as: world.caller });

test('a request is opened once, into the branch of the connection, and logged', async () => {
  const { server, caller, remote } = world;
  expect((await open()).body['message']).toContain('It is not known which git host this is.');
  await setHost('GITLAB');
  const url = `${remote.origin}/acme/shop/requests/7`;
  expect(await open()).toEqual({ status: 200, body: { number: 7, url } });
  expect(await open()).toEqual({ status: 200, body: { number: 7, url } });
  const writes = api.sent.filter(({ call }) => call.startsWith('POST'));
  expect(writes.map(({ body }) => body)).toMatchObject([
    { title: 'Version 4', description: expect.stringMatching(/^Opened from Atrium by .+\.$/) },
  ]);
  expect(api.requests).toEqual([{ from: BODY.branch, into: 'main', isOfFork: false }]);
  const body = { startAt: '2020-01-01T00:00:00.000Z', action: 'connection.open-request' } as const;
  const { logs } = await server.call(searchLog, { body }, { as: caller });
  expect(logs).toHaveLength(2);
  expect(logs[0]?.message).toContain(`request 7 from ${BODY.branch} into main is open`);
});

test('the reason of the host is passed on, without its response', async () => {
  await setHost('GITLAB');
  api.refuseNew = () => ({ status: 422, body: { message: ['No commits between both'] } });
  expect(await open({ ...BODY, branch: 'atrium/other' })).toMatchObject({
    status: 422,
    body: { message: 'GitLab opens no request: No commits between both' },
  });
  api.refuseNew = undefined;
  api.refusal = { status: 403 };
  expect(await open()).toMatchObject({
    status: 422,
    body: { message: 'The token may not do this at GitLab. Give it the permission there.' },
  });
  api.refusal = undefined;
  expect(await open({ ...BODY, branch: 'main' })).toMatchObject({ status: 422 });
});

test('a connection with another branch is merged into that one', async () => {
  const { server, caller, remote } = world;
  const body = { name, gitUrl: remote.url(name), username: GIT_USERNAME, password: GIT_PASSWORD };
  const update = (defaultBranch: string) =>
    server.call(updateConnection, { params: { id }, body: { ...body, defaultBranch } }, { as: caller });
  await update('release');
  await setHost('GITLAB');
  expect(await open({ ...BODY, branch: 'main' })).toMatchObject({ status: 200 });
  expect(api.requests.at(-1)).toEqual({ from: 'main', into: 'release', isOfFork: false });
  await update('main');
});

test('deploy keys, other tenants and people who may not exchange are refused before the host is called', async () => {
  const { server, caller } = world;
  await setHost('GITLAB');
  const keyed = await server.call(
    createConnection,
    { body: { name: 'keyed', kind: 'key', gitUrl: 'git@git.example.com:acme/shop.git' } },
    { as: caller },
  );
  api.sent.length = 0;
  expect((await open(BODY, caller, keyed.id)).body['message']).toContain(
    'A deploy key cannot call the API of the git host',
  );
  expect(await open(BODY, await buildUser(server.context))).toMatchObject({ status: 404 });
  const reader = await buildChild(server.context, caller, ['configuration.read']);
  expect(await open(BODY, reader)).toMatchObject({ status: 403 });
  expect(await open({ ...BODY, branch: '-x' })).toMatchObject({ status: 400 });
  expect(api.sent).toEqual([]);
  const exchanger = await buildChild(server.context, caller, ['configuration.exchange']);
  expect(await open(BODY, exchanger)).toMatchObject({ status: 200 });
});
