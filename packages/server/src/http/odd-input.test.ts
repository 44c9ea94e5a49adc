import { type AddressInfo, connect } from 'node:net';
import { confirmEmail, register, resendConfirmation } from '@atrium/contract/accounts/registration';
import { login } from '@atrium/contract/accounts/sign-in';
import { searchLog } from '@atrium/contract/audit/log';
import { createAddress } from '@atrium/contract/billing/address';
import { listBackups } from '@atrium/contract/configuration/backups';
import { importBodies } from '@atrium/contract/configuration/import';
import { savePriceRule } from '@atrium/contract/pricing/price-rule';
import { runTests } from '@atrium/contract/test-runs/test-runs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildUser } from '../../test/factories.ts';
import { startTestApp, type TestApp } from '../../test/support.ts';
import type { Caller } from './caller.ts';

const NUL = 'a\0b';
const PLACE = { addressCountry: 'AT', addressCity: NUL, addressLine1: 'Ring 1', addressZip: '1010' };

let server: TestApp;
let caller: Caller;
beforeAll(async () => {
  server = await startTestApp();
  caller = await buildUser(server.context);
});
afterAll(() => server[Symbol.asyncDispose]());

test.each([
  [login, { username: NUL, password: 'secret' }],
  [createAddress, PLACE],
  [searchLog, { startAt: '2026-01-01T00:00:00Z', text: NUL }],
  [listBackups, { page: 0, size: 10, serviceId: NUL }],
  [runTests, { userId: 'me' }],
])('what no database can hold is the mistake of the request: %#', async (endpoint, body) => {
  const answer = await server.request(endpoint, { body }, { as: caller });
  expect([answer.statusCode, answer.json().status]).toEqual([400, 400]);
});

const HALF = 'a\ud800';
const ADA = {
  username: 'ada',
  password: 'correct horse battery',
  email: 'ada@example.com',
  lastName: 'King',
};
const PRICE = { service: 'content', target: '*', type: 'COUNTER', measure: '1', cents: '1' };
const IMPORT = { serviceId: '\0', body: '{}', baseVersion: 0 };

test.each([
  ['firstName', register, { ...ADA, firstName: HALF }],
  ['username', resendConfirmation, { username: HALF }],
  ['metric', savePriceRule, { ...PRICE, metric: '\udfff\ud800' }],
  ['confirmed.0.serviceId', importBodies, { confirmed: [IMPORT] }],
])('half characters and NUL are refused with the name of the field: %s', async (field, endpoint, body) => {
  const admin = await buildUser(server.context, { isAdmin: true });
  const answer = await server.request(endpoint, { body }, { as: admin });
  expect([answer.statusCode, answer.json().errors?.[0]?.field]).toEqual([400, field]);
});

test('a path that cannot be read gets an error body like any other', async () => {
  const answer = await server.app.inject({ url: '/services/content/%' });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toEqual({ status: 400, message: expect.any(String), requestId: expect.any(String) });
});

test('a value that is given twice, in the wrong part or for a prototype is refused, not guessed at', async () => {
  const { token } = await server.context.tokens.issueAccessToken(caller);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const ask = async (url: string, payload: string) =>
    (await server.app.inject({ method: 'POST', url, headers, payload })).statusCode;
  const url = searchLog.path;
  expect(await ask(url, '{"startAt":"2026-01-01T00:00:00Z"}')).toBe(200);
  expect(await ask(`${url}?startAt=2026-01-01T00:00:00Z`, '{}')).toBe(400);
  for (const name of ['__proto__', 'constructor']) {
    const polluting = `{"startAt":"2026-01-01T00:00:00Z","${name}":{"prototype":{"isAdmin":true}}}`;
    expect(await ask(url, polluting), name).toBe(400);
  }
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  const twice = await server.app.inject({ url: `${confirmEmail.path}?token=a&token=b` });
  expect(twice.statusCode).toBe(400);
});

/** What the server writes back for bytes that no client library would send. */
async function sendRaw(text: string): Promise<string> {
  await server.app.listen({ port: 0, host: '127.0.0.1' }).catch(() => undefined);
  const socket = connect((server.app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.setEncoding('utf8').write(text);
  let answer = '';
  for await (const part of socket) answer += String(part);
  return answer;
}

test('a request that names two hosts is refused', async () => {
  const ask = (hosts: string) =>
    sendRaw(`GET /health/live HTTP/1.1\r\n${hosts}\r\nconnection: close\r\n\r\n`);
  expect(await ask('host: here')).toMatch(/^HTTP\/1\.1 200 /);
  for (const second of ['here', 'there']) {
    const refused = await ask(`host: here\r\naccept: */*\r\nHost: ${second}`);
    expect(refused).toMatch(/^HTTP\/1\.1 400 /);
    expect(refused).toContain('A request names one host only.');
  }
});

test('a request whose end could be read in two ways is refused, and TRACE is no method', async () => {
  const head = `POST ${login.path} HTTP/1.1\r\nhost: here\r\ncontent-type: application/json`;
  const bad = [
    `${head}\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
    `${head}\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\n{}   `,
    `${head}\r\ntransfer-encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
    `${head}\r\ntransfer-encoding : chunked\r\n\r\n0\r\n\r\n`,
  ];
  for (const request of bad) {
    const answer = await sendRaw(request);
    expect(answer, request).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('\r\nx-content-type-options: nosniff\r\n');
  }
  const secret = 'cookie: __Host-atrium_refresh=secret';
  const trace = await sendRaw(`TRACE / HTTP/1.1\r\nhost: here\r\n${secret}\r\nconnection: close\r\n\r\n`);
  expect(trace).toMatch(/^HTTP\/1\.1 4\d\d /);
  expect(trace).not.toContain('secret');
});
