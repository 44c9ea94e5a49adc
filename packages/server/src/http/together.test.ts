import { gunzipSync } from 'node:zlib';
import { callTogether, type TogetherCall, type TogetherResponse } from '@atrium/contract/call-together';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildChild, buildUser } from '../../test/factories.ts';
import { type PlatformApp, startPlatform } from '../../test/shipped-services.ts';
import type { Caller } from './caller.ts';

let server: PlatformApp;
let owner: Caller;
beforeAll(async () => {
  server = await startPlatform();
  owner = await buildUser(server.context);
});
afterAll(() => server[Symbol.asyncDispose]());

const request = (calls: TogetherCall[], as?: Caller) =>
  server.request(callTogether, { body: { calls } }, as && { as });

/** The answers by the place of their calls. */
async function responsesOf(calls: TogetherCall[], as = owner): Promise<TogetherResponse[]> {
  const answer = await request(calls, as);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('application/x-ndjson');
  const lines = answer.body.trim().split('\n');
  return lines.map((line) => JSON.parse(line) as TogetherResponse).sort((a, b) => a.index - b.index);
}

const LIMITS: TogetherCall = { method: 'GET', path: '/console/v1/limits' };
const INVOICES: TogetherCall = {
  method: 'POST',
  path: '/console/v1/invoice/list',
  body: { page: 0, size: 3 },
};

test('each call is answered as if it had come alone', async () => {
  const recent: TogetherCall = { method: 'GET', path: '/console/v1/tests/run/recent?size=30' };
  const articles: TogetherCall = { method: 'GET', path: '/doc/v1/public/article/minimal/HOW_TO' };
  const health: TogetherCall = { method: 'GET', path: '/services/hyper-dispatch/health' };
  const calls = [LIMITS, INVOICES, recent, articles, health];
  const answers = await responsesOf(calls);
  for (const [index, { method, path, body }] of calls.entries()) {
    const { token } = await server.context.tokens.issueAccessToken(owner);
    const alone = await server.app.inject({
      method,
      url: path,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
    expect(alone.statusCode, path).toBe(200);
    expect(answers[index], path).toEqual({ index, status: 200, body: alone.body });
  }
});

test('the answers leave compressed, and sessions never', async () => {
  const { token } = await server.context.tokens.issueAccessToken(owner);
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip' };
  const articles: TogetherCall = { method: 'GET', path: '/doc/v1/public/article/minimal/HOW_TO' };
  const payload = { calls: [LIMITS, articles] };
  const answer = await server.app.inject({ method: 'POST', url: '/console/v1/together', headers, payload });
  expect(answer.headers['content-encoding']).toBe('gzip');
  const lines = gunzipSync(answer.rawPayload).toString().trim().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as TogetherResponse).status)).toEqual([200, 200]);
  const user = await server.app.inject({ url: '/auth/v1/user', headers });
  expect([user.statusCode, user.headers['content-encoding']]).toEqual([200, undefined]);
});

test('one that is refused, or asks for nonsense, says so and spoils no other', async () => {
  const child = await buildChild(server.context, owner, ['tests.read']);
  const nonsense = { ...INVOICES, body: { page: -1, size: 'many' } };
  const statuses = (await responsesOf([LIMITS, INVOICES, nonsense], child)).map(({ status }) => status);
  expect(statuses).toEqual([200, 403, 403]);
  expect((await responsesOf([LIMITS, nonsense])).map(({ status }) => status)).toEqual([200, 400]);
});

test('nobody but who is signed in calls anything, and another domain sees its own', async () => {
  expect((await request([LIMITS])).statusCode).toBe(401);
  const stranger = await buildUser(server.context);
  const log: TogetherCall = { method: 'POST', path: '/console/v1/consolidated/log', body: {} };
  const [own] = await responsesOf([log], stranger);
  expect(own?.body).not.toContain(owner.userId);
});

test('what changes something, streams, or is not there cannot be called together', async () => {
  for (const [method, path] of [
    ['POST', '/console/v1/together'],
    ['GET', '/console/v1/events'],
    ['POST', '/console/v1/budgets'],
    ['GET', '/console/v1/limits/../events'],
    ['GET', '/console/v1/nothing'],
    ['GET', '/services/hyper-dispatch/versions'],
    ['GET', '//elsewhere.example/console/v1/limits'],
  ] as const) {
    const answer = await request([LIMITS, { method, path }], owner);
    expect(answer.statusCode, path).toBe(422);
    expect(answer.json<{ message: string }>().message).toBe(
      `${method} ${path} cannot be called together with others.`,
    );
  }
  expect((await request([], owner)).statusCode).toBe(400);
  expect((await request(Array<TogetherCall>(26).fill(LIMITS), owner)).statusCode).toBe(400);
});

test('no spelling of a path leads to what is not offered', async () => {
  const up = '/doc/v1/public/article/minimal/';
  for (const path of [
    `${up}${'..\\'.repeat(5)}auth\\v1\\user`,
    `${up}${'%2e%2e\\'.repeat(5)}console\\v1\\events`,
    `${up}..\\..\\x`,
    `${up}HOW_TO#x`,
    '//elsewhere.example/console/v1/limits',
  ]) {
    const answer = await request([{ method: 'GET', path }], owner);
    expect([path, answer.statusCode]).toEqual([path, 422]);
  }
});
