import { PERMISSIONS } from '@atrium/contract/permissions';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Allowed, PageRequests } from './page-requests.ts';

function setUp(answers: (Allowed | undefined)[]) {
  const asked: string[][] = [];
  const state = { now: 0 };
  const requests = new PageRequests({
    held: ['billing.read', 'tests.read', 'people.manage'],
    now: () => state.now,
    ask: (permissions) => {
      asked.push([...permissions]);
      return Promise.resolve(answers.shift());
    },
  });
  return {
    asked,
    state,
    ask: (ask: unknown) => requests.answer({ id: 1, ask }),
    call: (call: unknown) => requests.answer({ id: 2, call }),
  };
}

const allowed: Allowed = {
  permissions: ['billing.read'],
  expiresOn: new Date(900_000).toISOString(),
  token: 'atp_secret',
};

test('a person is asked for what they have and can give, and the page never sees the token', async () => {
  const { asked, ask } = setUp([allowed]);
  const answer = await ask(['billing.read', 'billing.pay', 'people.manage', 'nonsense']);
  expect(asked).toEqual([['billing.read']]);
  expect(answer).toEqual({ permissions: allowed.permissions, expiresOn: allowed.expiresOn });
  await expect(ask(['people.manage'])).rejects.toThrow('by their names');
  await expect(ask(['billing.pay'])).rejects.toThrow('nothing of this');
  await expect(ask('billing.read')).rejects.toThrow('by their names');
});

test('a person is shown all that they would give, also what comes with the permission that a page names', async () => {
  const asked: string[][] = [];
  const requests = new PageRequests({
    held: PERMISSIONS,
    ask: (permissions) => {
      asked.push([...permissions]);
      return Promise.resolve(allowed);
    },
  });
  await requests.answer({ id: 1, ask: ['billing.pay'] });
  expect(asked).toEqual([['billing.read', 'billing.pay']]);
});

test('what is allowed is not asked for again until it has expired', async () => {
  const { asked, ask, state } = setUp([allowed, allowed]);
  await ask(['billing.read']);
  await ask(['billing.read']);
  expect(asked).toHaveLength(1);
  state.now = 900_000;
  await ask(['billing.read']);
  expect(asked).toHaveLength(2);
});

test('a page that always asks for more than the person has is not asked about again, either', async () => {
  const { asked, ask } = setUp([allowed]);
  await ask(['billing.read', 'billing.pay']);
  await ask(['billing.read', 'billing.pay']);
  expect(asked).toEqual([['billing.read']]);
});

test('a late refusal of what was replaced meanwhile takes nothing away', async () => {
  const late = Promise.withResolvers<Response>();
  vi.stubGlobal('location', { origin: 'https://atrium.example' });
  vi.stubGlobal('fetch', () => late.promise);
  onTestFinished(() => void vi.unstubAllGlobals());
  const { asked, ask, call } = setUp([allowed, { ...allowed, permissions: ['tests.read'], token: 'atp_2' }]);
  await ask(['billing.read']);
  const pending = call({ method: 'GET', path: '/console/v1/address/list' });
  await ask(['tests.read']);
  late.resolve(new Response('{}', { status: 401 }));
  await expect(pending).resolves.toEqual({ status: 401, body: '{}' });
  await ask(['tests.read']);
  expect(asked).toHaveLength(2);
});

test('a page that asks again and again is not heard: for a minute after a refusal, and not at all after three', async () => {
  const { asked, ask, state } = setUp([undefined, undefined, undefined, allowed]);
  for (let count = 1; count <= 3; count += 1) {
    await expect(ask(['billing.read'])).rejects.toThrow('The person has refused.');
    await expect(ask(['billing.read'])).rejects.toThrow(count < 3 ? 'just refused' : 'too often');
    state.now += 60_000;
  }
  await expect(ask(['billing.read'])).rejects.toThrow('too often');
  expect(asked).toHaveLength(3);
});

test('there is one question at a time, and no call before something is allowed', async () => {
  const requests = new PageRequests({ held: ['billing.read'], ask: () => new Promise(() => {}) });
  void requests.answer({ id: 1, ask: ['billing.read'] });
  await expect(requests.answer({ id: 2, ask: ['billing.read'] })).rejects.toThrow('already');
  const call = { method: 'GET', path: '/console/v1/address' };
  await expect(requests.answer({ id: 3, call })).rejects.toThrow('ask first');
});
