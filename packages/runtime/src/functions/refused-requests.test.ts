import { createHmac } from 'node:crypto';
import type { AddressRequest } from '@atrium/contract/service-api/functions/address-call';
import { sentStatements } from '@atrium/host/test/sent-statements';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { askAddress, atAddress, nobodyOf } from '../../test/address-requests.ts';
import {
  ann,
  importFiles,
  ofDomain,
  signServiceToken,
  startTestServices,
  type TestServices,
} from '../../test/support.ts';
import type { Caller } from '../host/service-token.ts';

const DAY_MS = 86_400_000;
const NOON = new Date('2026-11-20T12:00:00.000Z');
const SECRET = 'the secret of the sender';
const stripe = { path: '/hook', verify: { scheme: 'stripe', secret: 'HOOK_SECRET' } };

let services: TestServices;
let now = NOON;

beforeAll(async () => {
  services = await startTestServices({ now: () => now, callLogDays: 10 });
});
beforeEach(() => {
  now = NOON;
});
afterAll(() => services[Symbol.asyncDispose]());

async function put(domainId: string, files: Record<string, string>) {
  const { status, body } = await importFiles(ofDomain(services, domainId), files);
  expect([status, body]).toEqual([200, expect.anything()]);
}

const setSecret = (domainId: string) =>
  services.context.values.set({ domainId, kind: 'secret', name: 'HOOK_SECRET' }, ann.userId, {
    value: SECRET,
  });

/** Sends a request that may be refused with an error. */
const send = (
  domainId: string,
  request: Partial<AddressRequest> & { path: string },
  options?: { body?: string; caller?: Partial<Caller> },
) => askAddress(services, domainId, request, options).catch(() => undefined);

async function listed(domainId: string, name: string, as: Partial<Caller> = {}) {
  const path = `/hyper-dispatch/refused-requests?function=${encodeURIComponent(name)}`;
  const { status, body } = await services.call('GET', path, { as: { ...ann, domainId, ...as } });
  expect(status).toBe(200);
  return body;
}

async function counts(domainId: string, name: string): Promise<Record<string, number>> {
  const { content } = await listed(domainId, name);
  return Object.fromEntries(
    content.map(({ reason, count }: { reason: string; count: number }) => [reason, count]),
  );
}

function stripeSignature(body: string, secret = SECRET, at = now): [string, string][] {
  const time = Math.floor(at.getTime() / 1000);
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return [['Stripe-Signature', `t=${time},v1=${signature}`]];
}

const rowsOf = (domainId: string) =>
  services.context.db.selectFrom('refusedRequest').selectAll().where('domainId', '=', domainId).execute();

it('counts refused requests by reason, and none that a function answers', async () => {
  const domainId = 'reasons';
  await put(domainId, {
    ...atAddress('hook', stripe),
    ...atAddress('github', { path: '/github', verify: { scheme: 'github', secret: 'HOOK_SECRET' } }),
    ...atAddress('unset', { path: '/unset', verify: { scheme: 'github', secret: 'OTHER' } }),
    ...atAddress('keyed', { path: '/keyed', access: 'key' }),
    ...atAddress('limited', { path: '/limited' }),
    ...atAddress('fails', { path: '/fails' }, 'export default () => { throw new Error("x"); };'),
    ...atAddress(
      'refuses',
      { path: '/refuses' },
      'export default () => { throw Object.assign(new Error("x"), { status: 401 }); };',
    ),
  });
  await setSecret(domainId);

  await send(domainId, { path: '/hook' }, { body: '{}' });
  for (let times = 0; times < 2; times++)
    await send(domainId, { path: '/hook', headers: stripeSignature('{}', 'wrong') }, { body: '{}' });
  const old = new Date(now.getTime() - 301_000);
  await send(domainId, { path: '/hook', headers: stripeSignature('{}', SECRET, old) }, { body: '{}' });
  await send(domainId, { path: '/hook', method: 'PUT' });
  const accepted = await send(domainId, { path: '/hook', headers: stripeSignature('{}') }, { body: '{}' });
  expect(accepted?.status).toBe(200);
  expect(await counts(domainId, 'hook')).toEqual({
    SIGNATURE_MISSING: 1,
    SIGNATURE_INVALID: 2,
    SIGNATURE_OLD: 1,
    METHOD: 1,
  });

  const signature = createHmac('sha256', SECRET).update('{}').digest('hex');
  const github: [string, string][] = [['x-hub-signature-256', `sha256=${signature}`]];
  for (let times = 0; times < 3; times++)
    await send(domainId, { path: '/github', headers: github }, { body: '{}' });
  expect(await counts(domainId, 'github')).toEqual({ REPEATED: 2 });

  await send(domainId, { path: '/unset', headers: github }, { body: '{}' });
  expect(await counts(domainId, 'unset')).toEqual({ SECRET_UNSET: 1 });

  await send(domainId, { path: '/keyed' });
  const weak = await signServiceToken({ ...ann, domainId, permissions: [] }, 'hyper-dispatch');
  await send(domainId, { path: '/keyed', person: { by: 'key', token: weak } });
  expect(await counts(domainId, 'keyed')).toEqual({ CREDENTIALS: 1, PERMISSION: 1 });

  const stops = [{ function: 'limited', cents: 100, until: '2026-12-01T00:00:00.000Z' }];
  await send(domainId, { path: '/limited' }, { caller: { stops } });
  await send(domainId, { path: '/limited' }, { caller: { limits: { addressCallsPerMinute: 0 } } });
  await send(domainId, { path: '/limited' }, { caller: { limits: { addressCallsPerDay: 0 } } });
  await send(domainId, { path: '/limited' }, { caller: { limits: { invocationsPerDay: 0 } } });
  await send(domainId, { path: '/limited' }, { body: 'x'.repeat(6 * 1024 * 1024 + 1) });
  const held = await services.context.largeBodies.acquire('others', { weight: 128 * 1024 * 1024 });
  await send(domainId, { path: '/limited' }, { body: 'x'.repeat(100_000) });
  held[Symbol.dispose]();
  expect(await counts(domainId, 'limited')).toEqual({
    STOPPED: 1,
    RATE_LIMIT: 1,
    DAY_LIMIT: 2,
    TOO_LARGE: 1,
    UNAVAILABLE: 1,
  });

  // A function ran, whatever it answered.
  expect((await send(domainId, { path: '/fails' }))?.status).toBe(500);
  expect((await send(domainId, { path: '/refuses' }))?.status).toBe(401);
  expect([await counts(domainId, 'fails'), await counts(domainId, 'refuses')]).toEqual([{}, {}]);
});

it('counts another method for each function of the path that fits best', async () => {
  await put('methods', {
    ...atAddress('read', { path: '/parcels/new', methods: ['GET'] }),
    ...atAddress('write', { path: '/parcels/new', methods: ['POST'] }),
    ...atAddress('one', { path: '/parcels/{id}', methods: ['GET'] }),
  });
  await send('methods', { path: '/parcels/new', method: 'DELETE' });
  expect([await counts('methods', 'read'), await counts('methods', 'write')]).toEqual([
    { METHOD: 1 },
    { METHOD: 1 },
  ]);
  expect(await counts('methods', 'one')).toEqual({});
});

it('keeps nothing of requests to paths without a function, or with a disabled one', async () => {
  await put('unknown', atAddress('off', { path: '/off' }, undefined, { disabled: true }));
  await send('unknown', { path: '/off' });
  await send('unknown', { path: '/other' });
  await services.context.refusedRequests.flush();
  expect(await rowsOf('unknown')).toEqual([]);
});

it('costs one row and few statements for 10,000 forged requests, and bills none', async () => {
  const domainId = 'flood';
  await put(domainId, atAddress('hook', stripe));
  await setSecret(domainId);
  const headers = stripeSignature('{}', 'forged');
  expect((await send(domainId, { path: '/hook', headers }, { body: '{}' }))?.status).toBe(401);
  await services.context.refusedRequests.flush();
  const statements = await sentStatements(async () => {
    for (let times = 1; times < 10_000; times++)
      await send(domainId, { path: '/hook', headers: [...headers, ['x-odd', `${times}`]] }, { body: '{}' });
    await services.context.refusedRequests.flush();
  });
  // One for each 5 s that the test takes, the last one, and the late writes of other tests.
  expect(statements.filter((text) => /insert|update|delete/i.test(text)).length).toBeLessThan(30);
  const rows = await rowsOf(domainId);
  expect(rows).toMatchObject([{ function: 'hook', reason: 'SIGNATURE_INVALID', count: 10_000 }]);
  expect(ofDomain(services, domainId).usage).toEqual([]);
});

it('adds up the counts of several processes, with the first and the last time', async () => {
  const domainId = 'processes';
  await put(domainId, atAddress('hook', { path: '/hook', access: 'key' }));
  await using other = await startTestServices({
    now: () => now,
    connection: services.context.connection,
  });
  await send(domainId, { path: '/hook' });
  now = new Date(NOON.getTime() + 60_000);
  await askAddress(other, domainId, { path: '/hook' });
  await other.context.refusedRequests.flush();
  const { days, content } = await listed(domainId, 'hook');
  expect(days).toBe(7);
  expect(content).toEqual([
    {
      reason: 'CREDENTIALS',
      count: 2,
      firstOn: NOON.toISOString(),
      lastOn: now.toISOString(),
    },
  ]);
});

it('counts the last seven days, keeps them as long as the log, and deletes them with the domain', async () => {
  const domainId = 'days';
  await put(domainId, atAddress('hook', { path: '/hook', access: 'key' }));
  for (const day of [0, 5, 6]) {
    now = new Date(NOON.getTime() + day * DAY_MS);
    await send(domainId, { path: '/hook' });
  }
  expect(await counts(domainId, 'hook')).toEqual({ CREDENTIALS: 3 });
  now = new Date(NOON.getTime() + 7 * DAY_MS);
  expect(await counts(domainId, 'hook')).toEqual({ CREDENTIALS: 2 });
  expect(await rowsOf(domainId)).toHaveLength(3);
  now = new Date(NOON.getTime() + 15 * DAY_MS);
  await services.context.invocationLog.flush();
  await services.context.invocationLog.flushDrops();
  expect((await rowsOf(domainId)).map(({ day }) => day)).toEqual(['2026-11-25', '2026-11-26']);
  await services.context.storage.delete(domainId);
  expect(await rowsOf(domainId)).toEqual([]);
});

it('keeps the counts of a failed write', async () => {
  await put('retried', atAddress('hook', { path: '/hook', access: 'key' }));
  const { db, refusedRequests } = services.context;
  await send('retried', { path: '/hook' });
  await db.schema.alterTable('refusedRequest').renameTo('refusedElsewhere').execute();
  await send('retried', { path: '/hook' });
  await expect(refusedRequests.flush()).rejects.toThrow('does not exist');
  await db.schema.alterTable('refusedElsewhere').renameTo('refusedRequest').execute();
  await send('retried', { path: '/hook' });
  expect(await counts('retried', 'hook')).toEqual({ CREDENTIALS: 3 });
});

it('shows the counts of its own domain, to callers who may call functions', async () => {
  await put('mine', atAddress('hook', { path: '/hook', access: 'key' }));
  await put('theirs', atAddress('hook', { path: '/hook', access: 'key' }));
  await send('mine', { path: '/hook' });
  expect(await counts('mine', 'hook')).toEqual({ CREDENTIALS: 1 });
  expect(await counts('theirs', 'hook')).toEqual({});
  const path = '/hyper-dispatch/refused-requests?function=hook';
  const as = { ...ann, domainId: 'mine', permissions: ['audit.read'] as const };
  expect((await services.call('GET', path, { as })).status).toBe(403);
  // A function of the same name in another service is another one.
  expect((await services.call('GET', path.replace('hyper-dispatch', 'content'))).body.content).toEqual([]);
});

it('counts what the platform refused itself, for the functions of this service only', async () => {
  await put('noted', atAddress('one', { path: '/parcels/{id}', methods: ['GET'] }));
  const noted = { reason: 'TOO_LARGE', count: 3, firstOn: NOON.toISOString(), lastOn: NOON.toISOString() };
  const requests = [
    { ...noted, method: 'POST', path: '/other' },
    { ...noted, method: 'GET', path: '/parcels/1' },
    { ...noted, method: 'POST', path: '/parcels/2' },
  ];
  const note = (as: Caller) =>
    services.call('POST', '/hyper-dispatch/refused-requests', { as, body: { requests } });
  expect((await note({ ...ann, domainId: 'noted' })).status).toBe(403);
  const { status, body } = await note(nobodyOf('noted'));
  expect([status, body]).toEqual([200, { unknown: [0] }]);
  expect(await counts('noted', 'one')).toEqual({ TOO_LARGE: 6 });
});
