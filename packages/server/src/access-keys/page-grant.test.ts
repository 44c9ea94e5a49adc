import {
  createPageGrant,
  deletePageGrant,
  getServicePage,
  listPageGrants,
  type PageGrant,
  refusePageGrant,
} from '@atrium/contract/access-keys/page-grant';
import { removeChild } from '@atrium/contract/accounts/children';
import { endSession, listSessions } from '@atrium/contract/accounts/sessions';
import { logout } from '@atrium/contract/accounts/sign-in';
import { getUser, updateUser } from '@atrium/contract/accounts/user';
import { searchLog } from '@atrium/contract/audit/log';
import { createAddress, listAddresses } from '@atrium/contract/billing/address';
import { createBudget } from '@atrium/contract/billing/budget';
import { payInvoice } from '@atrium/contract/billing/invoice';
import type { EndpointResponse } from '@atrium/contract/endpoint';
import { domainChannels, ownChannels } from '@atrium/contract/notifications/channels';
import type { Permission } from '@atrium/contract/permissions';
import { saveRunTime } from '@atrium/contract/test-runs/timetable';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildChild, buildUser } from '../../test/factories.ts';
import { buildPageService, inSession } from '../../test/page-grants.ts';
import { registerPerson, signIn } from '../../test/people.ts';
import { startTestApp, type TestApp } from '../../test/support.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
  await buildPageService(server.context, 'shop');
  await buildPageService(server.context, 'till');
  await buildPageService(server.context, 'house', true);
});
afterAll(() => server[Symbol.asyncDispose]());

type Headers = Record<string, string>;
interface Made {
  grant: PageGrant;
  token: string;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

function allow(
  headers: Headers,
  permissions: Permission[] = ['billing.read'],
  minutes = 15,
  serviceId = 'shop',
) {
  return server.request(createPageGrant, { body: { serviceId, permissions, minutes } }, { headers });
}

async function allowed(...given: Parameters<typeof allow>): Promise<Made> {
  const answer = await allow(...given);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Made>();
}

const readAddresses = async (token: string) =>
  (await server.request(listAddresses, {}, { headers: bearer(token) })).statusCode;

test('a page does what it was allowed and nothing else, and none of what needs no permission', async () => {
  const browser = await signIn(server, await registerPerson(server, 'ann'));
  const { token, grant } = await allowed(browser.bearer);
  expect(grant).toMatchObject({ serviceId: 'shop', permissions: ['billing.read'], isCurrent: true });
  expect(await readAddresses(token)).toBe(200);
  const headers = bearer(token);
  const id = server.context.random.id();
  expect((await server.request(payInvoice, { params: { id } }, { headers })).statusCode).toBe(403);
  for (const [endpoint, request] of [
    [getUser, {}],
    [updateUser, { body: { firstName: 'Eve' } }],
    [listSessions, {}],
    [listPageGrants, {}],
    [deletePageGrant, { params: { id: grant.id } }],
    [createPageGrant, { body: { serviceId: 'till', permissions: ['billing.pay'], minutes: 15 } }],
  ] as const) {
    const { statusCode, body } = await server.request(endpoint, request, { headers });
    expect(statusCode, `${endpoint.path}: ${body}`).toBe(403);
  }
});

test('it reaches its own service, and none of someone else', async () => {
  const browser = await signIn(server, await registerPerson(server, 'ben'));
  const { token } = await allowed(browser.bearer);
  const call = async (url: string) => (await server.app.inject({ url, headers: bearer(token) })).statusCode;
  // Nothing listens there: the call was let through.
  expect(await call('/services/shop/prices')).toBe(503);
  expect(await call('/services/till/prices')).toBe(403);
});

test('no page gets more than the person has, now or later, and never what stays', async () => {
  const { context } = server;
  const owner = await buildUser(context);
  const child = await inSession(context, await buildChild(context, owner, ['billing.read']));
  const headers = bearer((await context.tokens.issueAccessToken(child)).token);
  expect((await allow(headers, ['billing.read', 'billing.pay'])).statusCode).toBe(422);
  expect((await allow(headers, ['people.manage'])).statusCode).toBe(400);
  const { token } = await allowed(headers);
  expect(await readAddresses(token)).toBe(200);
  await context.db.deleteFrom('roles').where('domainId', '=', owner.domainId).execute();
  context.accounts.permissions.forget(owner.domainId);
  expect(await readAddresses(token)).toBe(403);
});

test('no page gets more than was named: what comes with a permission is named, too', async () => {
  const browser = await signIn(server, await registerPerson(server, 'hugo'));
  const partial = await allow(browser.bearer, ['billing.pay']);
  expect(partial.statusCode).toBe(422);
  expect(partial.json()).toMatchObject({
    message: expect.stringContaining('these: "See billing" (billing.read).'),
  });
  const { grant } = await allowed(browser.bearer, ['billing.pay', 'billing.read']);
  expect(grant.permissions).toEqual(['billing.read', 'billing.pay']);
});

test('it ends with its time', async () => {
  const browser = await signIn(server, await registerPerson(server, 'cleo'));
  const { token } = await allowed(browser.bearer);
  server.clock.travel(15 * 60_000 - 1);
  expect(await readAddresses(token)).toBe(200);
  server.clock.travel(1);
  expect(await readAddresses(token)).toBe(401);
});

test('it ends with the session: at the sign-out, and when the session is ended elsewhere', async () => {
  const dora = await registerPerson(server, 'dora');
  const here = await signIn(server, dora);
  const there = await signIn(server, dora);
  const { token } = await allowed(here.bearer);
  const { token: other } = await allowed(there.bearer);
  await server.request(logout, {}, { headers: { ...here.cookie, ...here.bearer } });
  expect(await readAddresses(token)).toBe(401);
  expect(await readAddresses(other)).toBe(200);
  const last = await signIn(server, dora);
  const sessions = await server.request(listSessions, {}, { headers: last.bearer });
  for (const { id, isCurrent } of sessions.json<{ id: string; isCurrent: boolean }[]>()) {
    if (!isCurrent) await server.request(endSession, { params: { id } }, { headers: last.bearer });
  }
  expect(await readAddresses(other)).toBe(401);
  const listed = await server.request(listPageGrants, {}, { headers: last.bearer });
  expect(listed.json()).toEqual([]);
});

test('it ends with the person', async () => {
  const { context } = server;
  const owner = await buildUser(context);
  const child = await inSession(context, await buildChild(context, owner, ['billing.read']));
  const { token } = await allowed(bearer((await context.tokens.issueAccessToken(child)).token));
  expect(await readAddresses(token)).toBe(200);
  await server.request(removeChild, { params: { id: child.userId } }, { as: owner });
  expect(await readAddresses(token)).toBe(401);
});

test('it is listed for its person only, and ends when they take it back', async () => {
  const browser = await signIn(server, await registerPerson(server, 'elli'));
  const stranger = await signIn(server, await registerPerson(server, 'fred'));
  const { token, grant } = await allowed(browser.bearer, ['billing.read', 'tests.read'], 60);
  const list = async (headers: Headers) => (await server.request(listPageGrants, {}, { headers })).json();
  expect(await list(browser.bearer)).toEqual([grant]);
  expect(await list(stranger.bearer)).toEqual([]);
  const remove = async (headers: Headers) =>
    (await server.request(deletePageGrant, { params: { id: grant.id } }, { headers })).statusCode;
  expect(await remove(stranger.bearer)).toBe(404);
  expect(await readAddresses(token)).toBe(200);
  expect(await remove(browser.bearer)).toBe(204);
  expect(await readAddresses(token)).toBe(401);
});

test('what is allowed takes the place of what was, and both, a refusal and the end are in the log', async () => {
  const browser = await signIn(server, await registerPerson(server, 'gina'));
  const { token: first } = await allowed(browser.bearer);
  const { token: second, grant } = await allowed(browser.bearer, ['tests.read']);
  expect(await readAddresses(first)).toBe(401);
  expect(await readAddresses(second)).toBe(403);
  const asked = { serviceId: 'shop', permissions: ['billing.pay'] };
  await server.request(refusePageGrant, { body: asked }, { headers: browser.bearer });
  await server.request(deletePageGrant, { params: { id: grant.id } }, { headers: browser.bearer });
  const entries = await server.context.db
    .selectFrom('logEntries')
    .select('action')
    .where('userId', '=', browser.user.userId)
    .where('action', 'like', 'page.%')
    .orderBy('createdOn')
    .orderBy('id')
    .execute();
  expect(entries.map(({ action }) => action).toSorted()).toEqual([
    'page.allow',
    'page.allow',
    'page.refuse',
    'page.take-back',
  ]);
});

test('no page leaves what goes on by itself when its time has ended', async () => {
  const browser = await signIn(server, await registerPerson(server, 'jane'));
  const { token } = await allowed(browser.bearer, ['tests.read', 'tests.run', 'billing.read', 'billing.pay']);
  for (const [endpoint, body] of [
    [createBudget, { cents: 100_000 }],
    [domainChannels.add, { kind: 'WEBHOOK', name: 'Hook', address: 'https://receiver.example' }],
    [ownChannels.add, { kind: 'WEBHOOK', name: 'Hook', address: 'https://receiver.example' }],
    [saveRunTime, { rhythm: 'DAILY', at: '02:30' }],
  ] as const) {
    const page = await server.request(endpoint, { body }, { headers: bearer(token) });
    expect(page.statusCode, endpoint.path).toBe(403);
    const person = await server.request(endpoint, { body }, { headers: browser.bearer });
    expect(person.statusCode, endpoint.path).toBeLessThan(300);
  }
});

test('what a page does is in the log with the service that it is of, also where it changes a configuration', async () => {
  const browser = await signIn(server, await registerPerson(server, 'ines'));
  const { token } = await allowed(browser.bearer, ['billing.read', 'billing.pay']);
  const headers = bearer(token);
  const body = {
    addressCountry: 'DE',
    addressCity: 'Kiel',
    addressLine1: 'Kaistraße 1',
    addressZip: '24103',
  };
  await server.request(createAddress, { body }, { headers });
  await server.app.inject({ method: 'GET', url: '/services/shop/orders', headers });
  await server.app.inject({ method: 'POST', url: '/services/shop/orders', headers });
  await server.app.inject({ method: 'POST', url: '/services/shop/import', headers });
  await server.request(createAddress, { body }, { headers: browser.bearer });
  const since = { startAt: '2020-01-01T00:00:00.000Z' };
  const answer = await server.request(searchLog, { body: since }, { headers: browser.bearer });
  const entries = answer
    .json<EndpointResponse<typeof searchLog>>()
    .logs.filter(({ action }) => /^(?:address|service|page)\./.test(action))
    .map(({ action, user, pageServiceId }) => `${action} ${user} ${pageServiceId}`);
  expect(entries.toSorted()).toEqual([
    'address.create ines null',
    'address.create ines shop',
    'page.allow ines null',
    'service.call ines shop',
  ]);
});

test('only the person themselves allows something, and only to pages that are not trusted', async () => {
  const { context } = server;
  const person = await inSession(context, await buildUser(context));
  const admin = await buildUser(context, { isAdmin: true });
  const body = { serviceId: 'shop', permissions: ['billing.read'], minutes: 15 };
  for (const as of [
    { ...person, impersonatorId: admin.userId },
    { ...person, sessionId: null },
  ]) {
    expect((await server.request(createPageGrant, { body }, { as })).statusCode).toBe(403);
  }
  const trusted = { ...body, serviceId: 'house' };
  expect((await server.request(createPageGrant, { body: trusted }, { as: person })).statusCode).toBe(422);
  const nowhere = { ...body, serviceId: 'nowhere' };
  expect((await server.request(createPageGrant, { body: nowhere }, { as: person })).statusCode).toBe(404);
  const page = await server.request(getServicePage, { params: { serviceId: 'house' } }, { as: person });
  expect(page.json()).toEqual({
    serviceId: 'house',
    name: 'Shop',
    isTrusted: true,
    uri: '/services/house/ui/',
  });
});
