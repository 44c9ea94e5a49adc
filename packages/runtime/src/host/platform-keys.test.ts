import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTHeaderParameters, jwtVerify, SignJWT } from 'jose';
import { expect, onTestFinished, test } from 'vitest';
import { PlatformKeys } from './platform-keys.ts';

async function makeKey(kid: string) {
  const { publicKey, privateKey } = await generateKeyPair('EdDSA');
  const header: JWTHeaderParameters = { alg: 'EdDSA', kid };
  const token = await new SignJWT().setProtectedHeader(header).sign(privateKey);
  return { token, jwk: { ...(await exportJWK(publicKey)), ...header } };
}

/** A process of the platform that has heard of no exchange. */
async function startLateComer(keys: object[]): Promise<string> {
  const server = createServer((_, response) => response.end(JSON.stringify({ keys }))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a key that was withdrawn counts no more, although the platform may still publish it', async () => {
  const [old, next, unknown] = [await makeKey('old'), await makeKey('next'), await makeKey('unknown')];
  const keys = new PlatformKeys(await startLateComer([old.jwk]));
  const verifies = ({ token }: typeof old) =>
    jwtVerify(token, keys.find).then(
      () => true,
      () => false,
    );
  expect(await verifies(old)).toBe(true);
  expect(await verifies(unknown)).toBe(false);
  expect(keys.exchange({ keys: [old.jwk] })).toBe(false);
  expect(keys.exchange({ keys: [next.jwk, old.jwk] })).toBe(false);
  expect([await verifies(old), await verifies(next)]).toEqual([true, true]);
  expect(keys.exchange({ keys: [next.jwk] })).toBe(true);
  expect([await verifies(old), await verifies(next)]).toEqual([false, true]);
  expect(keys.exchange({ keys: [next.jwk, old.jwk] }), 'whoever gives it again means it').toBe(false);
  expect([await verifies(old), await verifies(next)]).toEqual([true, true]);
});
