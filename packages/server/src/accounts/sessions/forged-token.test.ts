import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { getPublicKeys } from '@atrium/contract/accounts/public-keys';
import { getUser } from '@atrium/contract/accounts/user';
import { ServiceRegistration } from '@atrium/contract/service-api/registration';
import { decodeJwt, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildUser } from '../../../test/factories.ts';
import { startTestApp, type TestApp } from '../../../test/support.ts';
import type { Caller } from '../../http/caller.ts';

let server: TestApp;
let caller: Caller;
let kid: string;
let claims: JWTPayload;
let publicJwk: Record<string, string>;
const own = generateKeyPairSync('ed25519');

beforeAll(async () => {
  server = await startTestApp();
  caller = await buildUser(server.context);
  claims = decodeJwt((await server.context.tokens.issueAccessToken(caller)).token);
  const [key] = (await server.call(getPublicKeys, {})).keys;
  publicJwk = { ...key };
  kid = key?.kid ?? '';
});
afterAll(() => server[Symbol.asyncDispose]());

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const statusOf = async (token: string) =>
  (await server.request(getUser, {}, { headers: { authorization: `Bearer ${token}` } })).statusCode;
const sign = (header: Record<string, unknown>, key: KeyObject | Uint8Array, payload = claims) =>
  new SignJWT(payload).setProtectedHeader({ alg: 'EdDSA', kid, ...header }).sign(key);

test('a token without a signature, or with one of another algorithm or key, is refused', async () => {
  for (const alg of ['none', 'None', 'NONE', 'nOnE']) {
    expect(await statusOf(`${base64({ alg, kid })}.${base64(claims)}.`), alg).toBe(401);
  }
  const spki = createPublicKey({ key: publicJwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
  for (const secret of [String(spki), String(publicJwk['x']), JSON.stringify(publicJwk)]) {
    expect(await statusOf(await sign({ alg: 'HS256' }, Buffer.from(secret.padEnd(32))))).toBe(401);
  }
  expect(await statusOf(await sign({}, own.privateKey))).toBe(401);
});

test('a key that the token itself brings or names is not used', async () => {
  const jwk = own.publicKey.export({ format: 'jwk' });
  expect(await statusOf(await sign({ jwk }, own.privateKey))).toBe(401);
  expect(await statusOf(await sign({ jwk, kid: undefined }, own.privateKey))).toBe(401);
  expect(await statusOf(await sign({ jku: 'https://evil.example/keys' }, own.privateKey))).toBe(401);
  expect(await statusOf(await sign({ x5u: 'https://evil.example/key' }, own.privateKey))).toBe(401);
  for (const invented of ["' or 1=1 --", '__proto__', '../../dev/null', '']) {
    expect(await statusOf(await sign({ kid: invented }, own.privateKey)), invented).toBe(401);
  }
});

test('two tokens of one second differ, so that whoever holds the second knows the first one replaced', async () => {
  const issued = await Promise.all([1, 2, 3].map(() => server.context.tokens.issueAccessToken(caller)));
  expect(new Set(issued.map(({ token }) => token)).size).toBe(3);
});

test('a token whose content was changed, or which is for another purpose, is refused', async () => {
  const { token } = await server.context.tokens.issueAccessToken(caller);
  expect(await statusOf(token)).toBe(200);
  const [head, , signature] = token.split('.');
  expect(await statusOf(`${head}.${base64({ ...claims, isAdmin: true })}.${signature}`)).toBe(401);
  const { token: forService } = await server.context.tokens.issueServiceToken(caller, 'content');
  expect(await statusOf(forService)).toBe(401);
});

test('no id that a service may have makes its token one of the platform', async () => {
  const { aud } = decodeJwt((await server.context.tokens.issueAccessToken(caller)).token);
  expect(ServiceRegistration.shape.id.safeParse(aud).success).toBe(false);
  const { token } = await server.context.tokens.issueServiceToken(caller, 'atrium');
  expect(await statusOf(token)).toBe(401);
});
