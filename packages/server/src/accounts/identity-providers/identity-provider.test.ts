import {
  checkIdentityProvider,
  createIdentityProvider,
  deleteIdentityProvider,
  listIdentityProviders,
  updateIdentityProvider,
} from '@atrium/contract/accounts/identity-provider';
import {
  checkPlatformProvider,
  createPlatformProvider,
  deletePlatformProvider,
  listPlatformProviders,
  updatePlatformProvider,
} from '@atrium/contract/accounts/platform-identity-provider';
import { listOfferedProviders } from '@atrium/contract/accounts/provider-sign-in';
import { searchLog } from '@atrium/contract/audit/log';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildChild, buildUser } from '../../../test/factories.ts';
import {
  CLIENT,
  settingsOf,
  startIdentityProvider,
  type TestIdentityProvider,
} from '../../../test/identity-provider.ts';
import { startTestApp, type TestApp } from '../../../test/support.ts';
import type { Caller } from '../../http/caller.ts';

let server: TestApp;
let idp: TestIdentityProvider;
let owner: Caller;

beforeAll(async () => {
  server = await startTestApp({ config: { identityAllowPrivate: true } });
  idp = await startIdentityProvider(server.context.publicUrl.get());
});
afterAll(async () => {
  await idp[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});
beforeEach(async () => {
  owner = await buildUser(server.context);
});

const rules = { rolesClaim: 'groups', roleRules: [{ role: 'ROLE_DEV', values: ['engineering'] }] };

test('an owner sets a provider up, changes it and deletes it; its secret is never shown, and sealed where it is kept', async () => {
  const made = await server.call(createIdentityProvider, { body: settingsOf(idp, rules) }, { as: owner });
  expect(made).toMatchObject({
    name: 'Acme',
    issuer: idp.issuer,
    clientId: CLIENT.clientId,
    people: 0,
    ...rules,
  });
  expect(made.loginUrl).toBe(`${server.context.publicUrl.get()}/console/login?domain=${owner.domainId}`);
  const [listed] = await server.call(listIdentityProviders, {}, { as: owner });
  expect(listed).toEqual(made);
  expect(JSON.stringify(listed)).not.toContain(CLIENT.clientSecret);
  const secretOf = async () =>
    (
      await server.context.db
        .selectFrom('identityProviders')
        .select('clientSecret')
        .where('id', '=', made.id)
        .executeTakeFirstOrThrow()
    ).clientSecret;
  const sealed = await secretOf();
  expect(sealed).toMatch(/^v1\./);

  const params = { id: made.id };
  const body = { name: 'Acme Ltd.', clientId: 'other', rolesClaim: '', roleRules: [] };
  const changed = await server.call(updateIdentityProvider, { params, body }, { as: owner });
  expect(changed).toMatchObject({ ...body, issuer: idp.issuer });
  expect(await secretOf()).toBe(sealed);
  await server.call(
    updateIdentityProvider,
    { params, body: { ...body, clientSecret: 'new' } },
    { as: owner },
  );
  expect(await secretOf()).not.toBe(sealed);
  await server.call(deleteIdentityProvider, { params }, { as: owner });
  expect(await server.call(listIdentityProviders, {}, { as: owner })).toEqual([]);

  const { logs } = await server.call(searchLog, { body: { startAt: 0 } }, { as: owner });
  expect(logs.map(({ action }) => action).sort()).toEqual([
    'identity-provider.change',
    'identity-provider.change',
    'identity-provider.create',
    'identity-provider.delete',
  ]);
  expect(JSON.stringify(logs)).not.toContain(CLIENT.clientSecret);
  expect(JSON.stringify(logs)).not.toContain(sealed);
});

test('only the owner of the domain decides who says who its people are', async () => {
  const { id } = await server.call(createIdentityProvider, { body: settingsOf(idp) }, { as: owner });
  const child = await buildChild(server.context, owner, ['people.manage']);
  const confirmed = { ...owner, impersonatorId: child.userId };
  const params = { id };
  const body = { name: 'Mine', clientId: 'mine' };
  for (const as of [child, confirmed]) {
    const calls = [
      server.request(createIdentityProvider, { body: settingsOf(idp, { name: 'Other' }) }, { as }),
      server.request(updateIdentityProvider, { params, body }, { as }),
      server.request(deleteIdentityProvider, { params }, { as }),
      server.request(checkIdentityProvider, { params }, { as }),
    ];
    for (const answer of await Promise.all(calls)) expect(answer.statusCode).toBe(403);
  }
  expect((await server.request(listIdentityProviders, {}, { as: child })).statusCode).toBe(200);

  // Of another domain, or for everyone: it does not exist for them.
  const stranger = await buildUser(server.context);
  const admin = await buildUser(server.context, { isAdmin: true });
  for (const [as, [update, remove, check]] of [
    [stranger, [updateIdentityProvider, deleteIdentityProvider, checkIdentityProvider]],
    [admin, [updatePlatformProvider, deletePlatformProvider, checkPlatformProvider]],
  ] as const) {
    expect((await server.request(update, { params, body }, { as })).statusCode).toBe(404);
    expect((await server.request(remove, { params }, { as })).statusCode).toBe(404);
    expect((await server.request(check, { params }, { as })).statusCode).toBe(404);
  }
});

test('administrators set providers up for everyone, which no owner can touch', async () => {
  const admin = await buildUser(server.context, { isAdmin: true });
  const made = await server.call(
    createPlatformProvider,
    { body: settingsOf(idp, { name: 'All' }) },
    { as: admin },
  );
  expect(made.loginUrl).toBe(`${server.context.publicUrl.get()}/console/login`);
  expect(await server.call(listOfferedProviders, { query: {} })).toEqual([{ id: made.id, name: 'All' }]);
  const params = { id: made.id };
  expect((await server.request(deleteIdentityProvider, { params }, { as: admin })).statusCode).toBe(404);
  expect((await server.request(listPlatformProviders, {}, { as: owner })).statusCode).toBe(403);
  const again = await server.request(
    createPlatformProvider,
    { body: settingsOf(idp, { name: 'ALL' }) },
    { as: admin },
  );
  expect([again.statusCode, again.json().errors]).toEqual([
    422,
    [{ field: 'name', defaultMessage: 'An identity provider with this name already exists.' }],
  ]);
  const body = { name: 'Everyone', clientId: CLIENT.clientId };
  expect((await server.call(updatePlatformProvider, { params, body }, { as: admin })).name).toBe('Everyone');
  expect(await server.call(checkPlatformProvider, { params }, { as: admin })).toMatchObject({ problems: [] });
  await server.call(deletePlatformProvider, { params }, { as: admin });
  expect(await server.call(listPlatformProviders, {}, { as: admin })).toEqual([]);
});

test('a test tells whether the provider is there and knows the client', async () => {
  const made = await server.call(createIdentityProvider, { body: settingsOf(idp) }, { as: owner });
  const params = { id: made.id };
  const check = () => server.call(checkIdentityProvider, { params }, { as: owner });
  expect((await check()).problems).toEqual([]);
  const { name, clientId } = made;
  const change = (more: object) =>
    server.call(updateIdentityProvider, { params, body: { name, clientId, ...more } }, { as: owner });
  await change({ clientSecret: 'wrong' });
  expect((await check()).problems).toEqual([
    'The provider does not accept the client ID or the client secret.',
  ]);
  await server.context.db
    .updateTable('identityProviders')
    .set({ issuer: 'http://127.0.0.1:9' })
    .where('id', '=', made.id)
    .execute();
  expect((await check()).problems).toHaveLength(1);
});

test('an address without a provider is refused at its field', async () => {
  const refusal = async (issuer: string) => {
    const body = { ...settingsOf(idp), issuer };
    const answer = await server.request(createIdentityProvider, { body }, { as: owner });
    expect(answer.json().errors).toMatchObject([{ field: 'issuer' }]);
    return answer.json().message;
  };
  expect(await refusal(`${idp.issuer}/elsewhere`)).toBe(
    'There is no provider of OpenID Connect at this address.',
  );
  expect(await refusal(idp.issuer.replace('127.0.0.1', 'localhost'))).toMatch(
    /^The provider identifies itself by another/,
  );
  expect(await refusal('http://127.0.0.1:9')).toMatch(/cannot be reached|not allowed/);
});
