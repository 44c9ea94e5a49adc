import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../clock.ts';
import { IdentityClient } from './identity-client.ts';
import { exchangeSignIn } from './sign-in-flow.ts';

type GivenResponse = { status?: number; body: object };

const CLIENT_ID = 'atrium';
const SECRETS = { state: 'of this sign-in', nonce: 'once', codeVerifier: 'v'.repeat(43) };

const server = createServer();
let issuer: string;
/** Claims that replace claims of a good response. */
let claims: Record<string, unknown>;
let responses: Record<string, GivenResponse>;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }];
  const prove = () =>
    new SignJWT({ iss: issuer, sub: 'ada', aud: CLIENT_ID, nonce: SECRETS.nonce, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setIssuedAt()
      .setExpirationTime('5 minutes')
      .sign(privateKey);
  const good: Record<string, () => object | Promise<object>> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/keys`,
      id_token_signing_alg_values_supported: ['RS256'],
    }),
    '/keys': () => ({ keys }),
    '/token': async () => ({ access_token: 'a', token_type: 'bearer', id_token: await prove() }),
    '/userinfo': () => ({ sub: 'ada', email: 'ada@acme.example' }),
  };
  server.on('request', (request, response) => {
    void (async () => {
      const path = request.url ?? '';
      const { status = 200, body } = responses[path] ?? { body: await good[path]?.() };
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    })();
  });
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});
beforeEach(() => {
  claims = {};
  responses = {};
});

/** Comes back from the provider with a code. Returns the person, or the message for the visitor. */
async function signIn(): Promise<string> {
  const client = new IdentityClient({ clock: systemClock, allowPrivate: true });
  const url = new URL('https://console.example.com/console/login/provider?code=c');
  url.searchParams.set('state', SECRETS.state);
  const settings = { issuer, clientId: CLIENT_ID, clientSecret: 'secret' };
  const back = { ...SECRETS, url, afterSignOut: 'https://console.example.com' };
  return exchangeSignIn(client, settings, back).then(
    ({ subject, claims: { email } }) => `${subject} ${String(email)}`,
    ({ message }: Error) => message,
  );
}

test('who comes back is known', async () => {
  expect(await signIn()).toBe('ada ada@acme.example');
  claims = { aud: [CLIENT_ID, 'another'], azp: CLIENT_ID };
  expect(await signIn()).toBe('ada ada@acme.example');
});

const FAILED = 'The provider has failed. Please try again in a moment.';
const INCOMPLETE = 'The provider could not complete the sign-in. Please try again in a moment.';

test.each<[string, GivenResponse, string]>([
  ['/.well-known/openid-configuration', { status: 503, body: {} }, FAILED],
  [
    '/.well-known/openid-configuration',
    { status: 404, body: {} },
    'There is no provider of OpenID Connect at this address.',
  ],
  ['/token', { status: 500, body: {} }, FAILED],
  ['/token', { status: 404, body: {} }, INCOMPLETE],
  ['/userinfo', { status: 500, body: {} }, FAILED],
  ['/userinfo', { status: 404, body: {} }, INCOMPLETE],
  [
    '/userinfo',
    { body: { sub: 'bob' } },
    'The provider answered for two different people: its user information belongs to someone other than the person who signed in.',
  ],
  ['/keys', { status: 500, body: {} }, FAILED],
])('a fault is named by its place: %s with %j', async (path, response, sentence) => {
  responses = { [path]: response };
  expect(await signIn()).toBe(sentence);
});

test.each([
  [
    { nonce: 'of another' },
    'The proof that the provider sent belongs to another sign-in. Please start again.',
  ],
  [
    { iss: 'https://other.example' },
    'The proof that the provider sent names another issuer than the provider itself.',
  ],
  [{ aud: 'another' }, 'The proof that the provider sent is for another client.'],
  [
    { aud: [CLIENT_ID, 'another'], azp: 'another' },
    'The proof that the provider sent is for another client.',
  ],
  [
    { aud: [CLIENT_ID, 'another'] },
    'The proof that the provider sent is for other clients, too, and does not name this one as the authorized party (azp).',
  ],
])('what is wrong with a proof is said: %j', async (wrong, sentence) => {
  claims = wrong;
  expect(await signIn()).toBe(sentence);
});
