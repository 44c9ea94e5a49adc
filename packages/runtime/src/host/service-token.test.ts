import { SERVICE_TOKEN_ISSUER } from '@atrium/contract/service-api/service-token';
import { generateKeyPair, type JWTVerifyGetKey, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { ServiceTokens } from './service-token.ts';

const NOW = new Date('2026-11-20T12:00:00Z');

test('a token that is verified while its key is withdrawn is not remembered', async () => {
  const { publicKey, privateKey } = await generateKeyPair('EdDSA');
  const person = { domainId: 'acme', parentId: null, roles: [], isAdmin: false, permissions: [] };
  const token = await new SignJWT(person)
    .setProtectedHeader({ alg: 'EdDSA', kid: 'leaked' })
    .setIssuer(SERVICE_TOKEN_ISSUER)
    .setAudience('content')
    .setSubject('0197a000-0000-7000-8000-0000000000ad')
    .setExpirationTime('70y')
    .sign(privateKey);
  const known = new ServiceTokens({ keys: async () => publicKey, now: () => NOW });
  await known.verify(`Bearer ${token}`, 'content');
  expect(known.recall(`Bearer ${token}`, 'content')).toBeDefined();

  const isAsked = Promise.withResolvers<void>();
  const mayGoOn = Promise.withResolvers<void>();
  let isWithdrawn = false;
  const keys: JWTVerifyGetKey = async () => {
    if (isWithdrawn) throw new Error('It counts no more.');
    isAsked.resolve();
    await mayGoOn.promise;
    return publicKey;
  };
  const tokens = new ServiceTokens({ keys, now: () => NOW });
  const verified = tokens.verify(`Bearer ${token}`, 'content');
  await isAsked.promise;
  isWithdrawn = true;
  tokens.forget();
  mayGoOn.resolve();
  await expect(verified).rejects.toThrow('cannot be reached');
  expect(tokens.recall(`Bearer ${token}`, 'content')).toBeUndefined();
});
