import {
  allowKeyRequest,
  collectKey,
  createKeyRequest,
  getKeyRequest,
  refuseKeyRequest,
} from '@atrium/contract/access-keys/key-request';
import { type CollectedKey, KEY_REQUEST_SECONDS } from '@atrium/contract/access-keys/key-request-fields';
import { createOwnKey, listOwnKeys } from '@atrium/contract/access-keys/own-key';
import { MAX_OWN_KEYS } from '@atrium/contract/access-keys/own-key-fields';
import { listPeople } from '@atrium/contract/accounts/people';
import { updateRole } from '@atrium/contract/accounts/roles';
import type { Permission } from '@atrium/contract/permissions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildChild, buildUser } from '../../test/factories.ts';
import { startTestApp, type TestApp } from '../../test/support.ts';
import type { Caller } from '../http/caller.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server[Symbol.asyncDispose]());

const LABEL = 'Command line on bench-7';

const start = (permissions: Permission[] = ['people.read']) =>
  server.call(createKeyRequest, { body: { label: LABEL, permissions } });
const collect = (deviceCode: string): Promise<CollectedKey> =>
  server.call(collectKey, { body: { deviceCode } });
const allow = (person: Caller, code: string, permissions: Permission[] = ['people.read']) =>
  server.request(allowKeyRequest, { body: { code, permissions } }, { as: person });
const look = (person: Caller, code: string) =>
  server.request(getKeyRequest, { query: { code } }, { as: person });

test('a device gets its key once a person has allowed it, as them and for what they chose', async () => {
  const person = await buildUser(server.context);
  const { deviceCode, userCode } = await start(['people.manage', 'tests.read']);
  expect(userCode).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
  expect(await collect(deviceCode)).toEqual({ status: 'waiting' });
  const typed = ` ${userCode.toLowerCase().replace('-', ' ')} `;
  expect((await look(person, typed)).json()).toEqual({
    label: LABEL,
    permissions: ['tests.read', 'people.read', 'people.manage'],
    address: '127.0.0.1',
    createdOn: server.clock.now().toISOString(),
    keyDays: 90,
  });
  expect((await allow(person, typed, ['people.read', 'audit.read'])).statusCode).toBe(204);
  const collected = await collect(deviceCode);
  if (collected.status !== 'allowed') throw new Error(collected.status);
  expect(collected.key).toMatchObject({ label: LABEL, permissions: ['people.read'] });
  const headers = { authorization: `Bearer ${collected.token}` };
  expect((await server.request(listPeople, {}, { headers })).statusCode).toBe(200);
  expect(await collect(deviceCode)).toEqual({ status: 'over' });
  expect(await server.call(listOwnKeys, {}, { as: person })).toHaveLength(1);
  expect((await allow(person, userCode)).statusCode).toBe(404);
});

test('two that collect at once get one key', async () => {
  const person = await buildUser(server.context);
  const { deviceCode, userCode } = await start();
  await allow(person, userCode);
  const all = await Promise.all([1, 2, 3].map(() => collect(deviceCode)));
  expect(all.map(({ status }) => status).sort()).toEqual(['allowed', 'over', 'over']);
});

test('a refused request, one that no one answered, and one that is not there give nothing', async () => {
  const person = await buildUser(server.context);
  const refused = await start();
  await server.call(refuseKeyRequest, { body: { code: refused.userCode } }, { as: person });
  expect((await allow(person, refused.userCode)).statusCode).toBe(404);
  expect(await collect(refused.deviceCode)).toEqual({ status: 'refused' });
  expect(await collect(refused.deviceCode)).toEqual({ status: 'over' });
  const late = await start();
  const collectedLate = await start();
  await allow(person, collectedLate.userCode);
  server.clock.travel(KEY_REQUEST_SECONDS * 1000);
  expect((await look(person, late.userCode)).statusCode).toBe(404);
  expect(await collect(late.deviceCode)).toEqual({ status: 'over' });
  expect(await collect(collectedLate.deviceCode)).toEqual({ status: 'over' });
  expect(await collect('nothing')).toEqual({ status: 'over' });
});

test('guesses at codes are counted, and stop those who guess', async () => {
  const guesser = await buildUser(server.context);
  const other = await buildUser(server.context);
  const { userCode } = await start();
  const guesses = ['BBBB-BBBB', 'BBBB-BBBC', 'BBBB-BBBD', 'BBBB-BBBF', 'BBBB-BBBG'];
  for (const code of guesses) expect((await look(guesser, code)).statusCode).toBe(404);
  for (const code of guesses) expect((await allow(guesser, code)).statusCode).toBe(404);
  expect((await look(guesser, userCode)).statusCode).toBe(429);
  expect((await allow(guesser, userCode)).statusCode).toBe(429);
  expect((await look(other, userCode)).statusCode).toBe(200);
});

test('no one allows more than they may do, or for someone else, or without saying who they are', async () => {
  const { context } = server;
  const owner = await buildUser(context);
  const child = await buildChild(context, owner, ['people.read', 'tests.read']);
  const { userCode, deviceCode } = await start(['people.read', 'billing.read']);
  expect((await allow(child, userCode, ['people.read', 'billing.read'])).statusCode).toBe(400);
  // Held, but not asked for.
  expect((await allow(child, userCode, ['tests.read'])).statusCode).toBe(400);
  const administrator = await buildUser(context, { isAdmin: true });
  expect((await allow({ ...child, impersonatorId: administrator.userId }, userCode)).statusCode).toBe(403);
  const body = { label: 'k', kind: 'token' as const, permissions: ['people.read' as const] };
  const { token } = await server.call(createOwnKey, { body }, { as: child });
  const headers = { authorization: `Bearer ${token}` };
  for (const endpoint of [getKeyRequest, allowKeyRequest, refuseKeyRequest]) {
    const parts = { query: { code: userCode }, body: { code: userCode, permissions: ['people.read'] } };
    expect((await server.request(endpoint, parts, { headers })).statusCode).toBe(403);
    expect((await server.request(endpoint, parts)).statusCode).toBe(401);
  }
  server.clock.travel(300_000);
  expect((await allow(child, userCode)).json().details).toEqual({ reason: 'CONFIRMATION_NEEDED' });
  expect(await collect(deviceCode)).toEqual({ status: 'waiting' });
});

test('what a person has lost before the device collects its key, the key does not get', async () => {
  const owner = await buildUser(server.context);
  const child = await buildChild(server.context, owner, ['people.read', 'tests.read']);
  const { userCode, deviceCode } = await start(['people.read', 'tests.read']);
  expect((await allow(child, userCode, ['people.read', 'tests.read'])).statusCode).toBe(204);
  const role = { label: 'Reader', permissions: ['people.read' as const] };
  await server.call(updateRole, { params: { name: child.roles[0] ?? '' }, body: role }, { as: owner });
  expect(await collect(deviceCode)).toMatchObject({
    status: 'allowed',
    key: { permissions: ['people.read'] },
  });
});

test('whoever has as many keys as anyone may have is told when they allow another', async () => {
  const person = await buildUser(server.context);
  const body = { label: 'k', kind: 'token' as const, permissions: ['people.read' as const] };
  for (let made = 0; made < MAX_OWN_KEYS; made += 1)
    await server.call(createOwnKey, { body }, { as: person });
  const { userCode } = await start();
  expect((await allow(person, userCode)).statusCode).toBe(422);
});
