import { deleteDomainKey, listDomainKeys } from '@atrium/contract/access-keys/domain-key';
import { createOwnKey, listOwnKeys } from '@atrium/contract/access-keys/own-key';
import { removeChild } from '@atrium/contract/accounts/children';
import { listPeople } from '@atrium/contract/accounts/people';
import { searchLog } from '@atrium/contract/audit/log';
import type { Permission } from '@atrium/contract/permissions';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildChild, buildUser } from '../../test/factories.ts';
import { readMails } from '../../test/people.ts';
import { startTestApp, type TestApp } from '../../test/support.ts';
import type { Caller } from '../http/caller.ts';
import { insertAccessKey } from './access-key.repository.ts';

let server: TestApp;
let owner: Caller;
let manager: Caller;
let child: Caller;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  owner = await buildUser(server.context);
  manager = await buildChild(server.context, owner, ['people.read', 'people.manage', 'tests.read']);
  child = await buildChild(server.context, owner, ['people.read', 'tests.read', 'billing.read']);
});

async function makeKey(person: Caller, label: string, permissions: Permission[]) {
  const body = { label, kind: 'token' as const, permissions };
  const { key, token = '' } = await server.call(createOwnKey, { body }, { as: person });
  server.clock.travel(1_000);
  return { id: key.id, token };
}

const nameOf = ({ userId }: Caller) => `user-${userId}`;
const list = (as: Caller) => server.call(listDomainKeys, {}, { as });
const remove = (as: Caller, id: string) => server.request(deleteDomainKey, { params: { id } }, { as });
const statusOf = async (token: string) =>
  (await server.request(listPeople, {}, { headers: { authorization: `Bearer ${token}` } })).statusCode;

test('managers see the keys of everyone, what they may do now and when they were used, but no secret', async () => {
  const theirs = await makeKey(child, 'Export', ['billing.read', 'people.read']);
  const owners = await makeKey(owner, 'Deploy', ['tests.read']);
  await makeKey(await buildUser(server.context), 'Elsewhere', ['tests.read']);
  const machine = `machine-${server.context.random.id()}`;
  await insertAccessKey(server.context.db, {
    id: machine,
    key: 'public',
    type: 'Ed25519',
    fingerprint: 'SHA256:x',
    domainId: owner.domainId,
    userId: child.userId,
    serviceId: null,
    createdAt: server.clock.now(),
    expiresAt: null,
  });
  expect(await statusOf(theirs.token)).toBe(200);
  const used = server.clock.now().toISOString();
  const listed = await list(manager);
  expect(listed).toMatchObject([
    { id: machine, label: machine, kind: 'machine', username: nameOf(child), lastUsedOn: null },
    { id: owners.id, label: 'Deploy', kind: 'token', username: nameOf(owner), lastUsedOn: null },
    {
      id: theirs.id,
      userId: child.userId,
      username: nameOf(child),
      permissions: ['billing.read', 'people.read'],
      lastUsedOn: used,
    },
  ]);
  expect(JSON.stringify(listed)).not.toMatch(/hash|publicKey|atr_/i);
  expect((await server.request(listDomainKeys, {}, { as: child })).statusCode).toBe(403);

  await server.call(removeChild, { params: { id: child.userId } }, { as: owner });
  expect(await list(manager)).toMatchObject([{ id: owners.id }]);
});

test('a deleted key is refused at once, is in the log, and its person is told by mail', async () => {
  const { id, token } = await makeKey(child, 'Export', ['people.read']);
  expect(await statusOf(token)).toBe(200);
  expect((await remove(owner, id)).statusCode).toBe(204);
  expect(await statusOf(token)).toBe(401);
  expect(await server.call(listOwnKeys, {}, { as: child })).toEqual([]);
  expect((await remove(owner, id)).statusCode).toBe(404);
  const { logs } = await server.call(searchLog, { body: { startAt: '2026-11-21T00:00:00Z' } }, { as: owner });
  expect(logs[0]?.message).toBe(`Deleted the API key Export of ${nameOf(child)}`);
  const mails = await readMails(server, `${nameOf(child)}@example.com`);
  const told = mails.find(({ subject }) => subject === 'An API key was deleted');
  expect(told?.text).toContain(`${nameOf(owner)}, who manages the people of your domain`);
  expect(told?.text).toContain('your API key "Export"');
});

test('no one deletes keys of the owner, of machines, beyond their own permissions, or of another domain', async () => {
  const owners = await makeKey(owner, 'Deploy', ['tests.read']);
  const beyond = await makeKey(child, 'Bills', ['tests.read', 'billing.read']);
  const within = await makeKey(child, 'Tests', ['tests.read']);
  const own = await makeKey(manager, 'Own', ['tests.read']);
  const refusals = new Map((await list(manager)).map(({ label, refusal }) => [label, refusal]));
  expect(refusals).toEqual(
    new Map([
      ['Own', null],
      ['Tests', null],
      ['Bills', 'You can delete only keys whose permissions you have. You lack: See billing.'],
      ['Deploy', 'Only the owner of the domain can delete their own API keys.'],
    ]),
  );
  for (const { id } of [owners, beyond]) {
    const answer = await remove(manager, id);
    expect([answer.statusCode, [...refusals.values()].includes(answer.json().message)]).toEqual([403, true]);
  }
  const stranger = await buildUser(server.context);
  expect((await remove(stranger, within.id)).statusCode).toBe(404);
  expect((await remove(manager, within.id)).statusCode).toBe(204);
  expect((await remove(manager, own.id)).statusCode).toBe(204);
  expect((await list(owner)).map(({ label, refusal }) => [label, refusal])).toEqual([
    ['Bills', null],
    ['Deploy', null],
  ]);
});

test('a stolen session deletes none: who manages confirms who they are, and a key cannot', async () => {
  const { id } = await makeKey(child, 'Export', ['people.read']);
  const { token } = await makeKey(manager, 'Admin', ['people.read', 'people.manage']);
  const headers = { authorization: `Bearer ${token}` };
  expect((await server.request(listDomainKeys, {}, { headers })).statusCode).toBe(200);
  expect((await server.request(deleteDomainKey, { params: { id } }, { headers })).statusCode).toBe(403);
  server.clock.travel(300_000);
  const answer = await remove(owner, id);
  expect([answer.statusCode, answer.json().details]).toEqual([403, { reason: 'CONFIRMATION_NEEDED' }]);
});
