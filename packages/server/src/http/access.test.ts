import type { Access, Endpoint } from '@atrium/contract/endpoint';
import { importJWK, type JWK, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contractEndpoints, nameOf } from '../../test/contract-endpoints.ts';
import { buildUser } from '../../test/factories.ts';
import { startTestApp, type TestApp } from '../../test/support.ts';

let server: TestApp;
let endpoints: Endpoint[];
/** Bearer tokens of everyone who could try. */
let tokens: Record<'customer' | 'admin' | 'machine', string>;

beforeAll(async () => {
  server = await startTestApp();
  ({ platform: endpoints } = await contractEndpoints());

  const { context } = server;
  await context.services.expectShipped({ id: 'content', name: 'Content', group: 'Platform' });
  const { accessKeyId, privateJwk } = await context.accessKeys.ensureServiceKey('content');
  const now = Math.floor(server.clock.now().getTime() / 1000);
  const machine = new SignJWT({})
    .setProtectedHeader({ alg: 'EdDSA', kid: accessKeyId })
    .setAudience('atrium')
    .setIssuedAt(now)
    .setExpirationTime(now + 120);
  const tokenOf = async (isAdmin: boolean) => {
    const caller = await buildUser(context, { isAdmin, roles: ['ROLE_DEV'] });
    return (await context.tokens.issueAccessToken(caller)).token;
  };
  tokens = {
    customer: await tokenOf(false),
    admin: await tokenOf(true),
    machine: await machine.sign(await importJWK(privateJwk as JWK, 'EdDSA')),
  };
});
afterAll(() => server[Symbol.asyncDispose]());

const ofAccess = (access: Access) => endpoints.filter((endpoint) => endpoint.access === access);

/** The response of each endpoint, by name. Access is decided before anything else of a request is read. */
async function statuses(asked: Endpoint[], token?: string): Promise<Record<string, number>> {
  const answers: Record<string, number> = {};
  for (const endpoint of asked) {
    const { statusCode } = await server.app.inject({
      method: endpoint.method,
      url: endpoint.path.replaceAll(/\{\w+\}/g, '019aa000-0000-7000-8000-000000000000'),
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    });
    answers[nameOf(endpoint)] = statusCode;
  }
  return answers;
}

const all = (asked: Endpoint[], status: number) =>
  Object.fromEntries(asked.map((endpoint) => [nameOf(endpoint), status]));

test('every endpoint of the contract is served', () => {
  expect(endpoints.length).toBeGreaterThan(80);
  const missing = endpoints.filter(
    ({ method, path }) => !server.app.hasRoute({ method, url: path.replaceAll(/\{(\w+)\}/g, ':$1') }),
  );
  expect(missing.map(nameOf)).toEqual([]);
});

test('details are described for errors that the endpoint names, or that its need of a confirmation brings', () => {
  const described = endpoints.filter(({ details }) => details !== undefined);
  expect(described.length).toBeGreaterThan(10);
  const unnamed = described.filter(({ details = {}, errors, needsConfirmation }) => {
    const named = needsConfirmation ? [...errors, 'forbidden'] : errors;
    return !Object.keys(details).every((kind) => named.some((own) => own === kind));
  });
  expect(unnamed.map(nameOf)).toEqual([]);
});

test('the document of the calls describes the details', async () => {
  const document = (await server.app.inject({ url: '/console/api/openapi.json' })).json();
  const { responses } = document.paths['/console/v1/tests/run'].post;
  const { properties } = responses['409'].content['application/json'].schema;
  expect(Object.keys(properties.details.properties)).toEqual(['runId', 'unknown']);
});

test('without a token, or with a bad one, nothing is open but what is meant to be', async () => {
  const guarded = endpoints.filter(({ access }) => access !== 'PUBLIC');
  expect(await statuses(guarded)).toEqual(all(guarded, 401));
  expect(await statuses(guarded, 'a.b.c')).toEqual(all(guarded, 401));
  // A path with /public/ gets no token from any client, so that it has to be open; the others are named here.
  expect(guarded.map(nameOf).filter((name) => name.includes('/public/'))).toEqual([]);
  const open = ofAccess('PUBLIC').map(nameOf);
  expect(open.filter((name) => !name.includes('/public/')).sort()).toEqual([
    'GET /auth/v1/confirm',
    'GET /auth/v1/login/providers',
    'GET /auth/v1/password/reset',
    'GET /auth/v1/sign-in-report',
    'GET /console/v1/dev/mailbox',
    'POST /auth/v1/confirm/resend',
    'POST /auth/v1/key-request',
    'POST /auth/v1/key-request/collect',
    'POST /auth/v1/login',
    'POST /auth/v1/login/factor',
    'POST /auth/v1/login/factor/passkey',
    'POST /auth/v1/login/passkey',
    'POST /auth/v1/login/passkey/options',
    'POST /auth/v1/login/provider',
    'POST /auth/v1/login/provider/{id}',
    'POST /auth/v1/login/set-up',
    'POST /auth/v1/login/set-up/confirm',
    'POST /auth/v1/login/sso',
    'POST /auth/v1/logout',
    'POST /auth/v1/password/forgotten',
    'POST /auth/v1/password/reset',
    'POST /auth/v1/register',
    'POST /auth/v1/sign-in-report',
    'POST /auth/v1/token/refresh',
    'POST /hooks/git/{token}',
  ]);
});

test('what is for administrators is refused to customers', async () => {
  const guarded = ofAccess('ADMIN_ONLY');
  expect(guarded.length).toBeGreaterThan(10);
  expect(await statuses(guarded, tokens.customer)).toEqual(all(guarded, 403));
});

test('what is for services is refused to people, administrators too', async () => {
  const guarded = ofAccess('SERVICE');
  expect(guarded.map(nameOf)).toEqual([
    'POST /console/v1/services/domain-token',
    'POST /console/v1/function-mails',
    'POST /console/v1/usage/batch',
  ]);
  expect(await statuses(guarded, tokens.customer)).toEqual(all(guarded, 403));
  expect(await statuses(guarded, tokens.admin)).toEqual(all(guarded, 403));
  expect(await statuses(guarded, tokens.machine), 'it gets as far as its body').toEqual(all(guarded, 400));
});

test('what is for people is refused to services', async () => {
  const guarded = [...ofAccess('AUTHENTICATED'), ...ofAccess('ADMIN_ONLY')];
  expect(await statuses(guarded, tokens.machine)).toEqual(all(guarded, 403));
});
