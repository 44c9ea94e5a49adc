import { generateKeyPairSync } from 'node:crypto';
import {
  createAccessKey,
  deleteAccessKey,
  getAccessKey,
  listAccessKeys,
  updateAccessKey,
} from '@atrium/contract/access-keys/access-key';

import { getVirtualCash } from '@atrium/contract/billing/usage';
import { CANNOT_BE_IN_PATH } from '@atrium/contract/path-steps';
import { sendUsageBatch } from '@atrium/contract/service-api/functions/usage';
import { type CryptoKey, importJWK, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildUser } from '../../test/factories.ts';
import { startScriptedService } from '../../test/scripted-service.ts';
import { startTestApp, type TestApp } from '../../test/support.ts';
import type { Caller } from '../http/caller.ts';

let server: TestApp;
let admin: Caller;

beforeAll(async () => {
  server = await startTestApp();
});
beforeEach(async () => {
  admin = await buildUser(server.context, { isAdmin: true });
});
afterAll(() => server[Symbol.asyncDispose]());

const pem = (key: { export(options: { type: 'spki'; format: 'pem' }): string | Buffer }) =>
  key.export({ type: 'spki', format: 'pem' }).toString();

function bearer(
  id: string,
  key: CryptoKey | Parameters<SignJWT['sign']>[0],
  claims: { age?: number; audience?: string; alg?: string } = {},
) {
  const issued = Math.floor(server.clock.now().getTime() / 1000) - (claims.age ?? 0);
  return new SignJWT({})
    .setProtectedHeader({ alg: claims.alg ?? 'EdDSA', kid: id })
    .setAudience(claims.audience ?? 'atrium')
    .setIssuedAt(issued)
    .setExpirationTime(issued + 120)
    .sign(key);
}

const callAs = async (token: string | Promise<string>) =>
  (await server.request(getVirtualCash, {}, { headers: { authorization: `Bearer ${await token}` } }))
    .statusCode;

describe('access keys', () => {
  test.each([
    ['an Ed25519 key', () => pem(generateKeyPairSync('ed25519').publicKey), 'Ed25519'],
    ['a P-256 key', () => pem(generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey), 'EC P-256'],
    ['an RSA key', () => pem(generateKeyPairSync('rsa', { modulusLength: 3072 }).publicKey), 'RSA 3072'],
    [
      'a JWK',
      () => JSON.stringify(generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })),
      'Ed25519',
    ],
  ])('keep %s with type and fingerprint', async (_, makeKey, type) => {
    const id = `key-${type.replaceAll(' ', '-')}-${server.context.random.id()}`;
    const created = await server.call(
      createAccessKey,
      { body: { id: ` ${id} `, key: ` ${makeKey()}\n` } },
      { as: admin },
    );
    expect(created).toMatchObject({ id, type, userId: admin.userId, lastUsedAt: null });
    expect(created.fingerprint).toMatch(/^SHA256:[A-Za-z0-9+/]{43}$/);
    expect(await server.call(getAccessKey, { params: { id } }, { as: admin })).toEqual(created);
  });

  test.each([
    ['', 'Please provide key.'],
    ['nonsense', 'This is not a public key. Enter it as PEM (BEGIN PUBLIC KEY) or JWK.'],
    ['{"kty":"oct","k":"c2VjcmV0"}', 'This is a secret key. Enter a public key instead.'],
    [
      pem(generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey),
      'Use Ed25519, ECDSA on P-256, P-384 or P-521, or RSA of at least 3072 bits.',
    ],
    ...['AQ', 'Aw', 'AQAA'].map((e): [string, string] => [
      JSON.stringify({
        ...generateKeyPairSync('rsa', { modulusLength: 3072 }).publicKey.export({ format: 'jwk' }),
        e,
      }),
      'The public exponent of an RSA key must be an odd number of at least 65537.',
    ]),
    ...['00'.repeat(32), `01${'00'.repeat(30)}80`, `ed${'ff'.repeat(30)}7f`].map(
      (point): [string, string] => [
        JSON.stringify({ kty: 'OKP', crv: 'Ed25519', x: Buffer.from(point, 'hex').toString('base64url') }),
        'This key is damaged or unsafe. Please generate a new one.',
      ],
    ),
    ...[
      [384, 'This key is damaged or unsafe. Please generate a new one.'],
      [2049, 'An RSA key may have at most 16384 bits.'],
    ].map(([bytes, message]): [string, string] => [
      JSON.stringify({
        kty: 'RSA',
        e: 'AQAB',
        n: Buffer.alloc(Number(bytes), 0xfe).toString('base64url'),
      }),
      String(message),
    ]),
    [
      generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      'This is a private key. Keep it secret and enter its public key instead.',
    ],
  ])('refuse %j', async (key, message) => {
    const answer = await server.request(createAccessKey, { body: { id: 'refused', key } }, { as: admin });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors).toContainEqual({ field: 'key', defaultMessage: message });
  });

  test.each(['.', '..', '..key'])('refuse the id %s, which no address can have', async (id) => {
    const key = pem(generateKeyPairSync('ed25519').publicKey);
    const answer = await server.request(createAccessKey, { body: { id, key } }, { as: admin });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors).toEqual([{ field: 'id', defaultMessage: CANNOT_BE_IN_PATH }]);
  });

  test('only administrators may see or change them', async () => {
    const user = await buildUser(server.context, { roles: ['ROLE_DEV'] });
    for (const [endpoint, request] of [
      [listAccessKeys, {}],
      [getAccessKey, { params: { id: 'x' } }],
      [createAccessKey, { body: { id: 'x', key: 'x' } }],
      [updateAccessKey, { params: { id: 'x' }, body: { key: 'x' } }],
      [deleteAccessKey, { params: { id: 'x' } }],
    ] as const) {
      expect((await server.request(endpoint, request, { as: user })).statusCode).toBe(403);
      expect((await server.request(endpoint, request)).statusCode).toBe(401);
    }
  });
});

describe('a machine', () => {
  test('whose smaller RSA key was stored before goes on, until the key is replaced by another', async () => {
    const { publicKey } = generateKeyPairSync('ed25519');
    await server.call(createAccessKey, { body: { id: 'veteran', key: pem(publicKey) } }, { as: admin });
    const old = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const { db } = server.context;
    await db
      .updateTable('accessKeys')
      .set({ key: pem(old.publicKey) })
      .where('id', '=', 'veteran')
      .execute();
    expect(await callAs(bearer('veteran', old.privateKey, { alg: 'RS256' }))).toBe(200);
    const again = { params: { id: 'veteran' }, body: { key: pem(old.publicKey) } };
    expect((await server.request(updateAccessKey, again, { as: admin })).statusCode).toBe(400);
  });

  test('signs in with its private key until the key is changed, has expired or is deleted', async () => {
    const user = await buildUser(server.context);
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const expiresAt = new Date(server.clock.now().getTime() + 86_400_000).toISOString();
    const body = { id: 'robot', key: pem(publicKey), userId: user.userId, expiresAt };
    await server.call(createAccessKey, { body }, { as: admin });
    expect((await server.request(createAccessKey, { body }, { as: admin })).statusCode).toBe(409);

    expect(await callAs(bearer('robot', privateKey))).toBe(200);
    const { lastUsedAt } = await server.call(getAccessKey, { params: { id: 'robot' } }, { as: admin });
    expect(lastUsedAt).toBe(server.clock.now().toISOString());

    expect(await callAs(bearer('robot', privateKey, { age: 600 }))).toBe(401);
    expect(await callAs(bearer('robot', privateKey, { audience: 'shop' }))).toBe(401);
    expect(await callAs(bearer('nobody', privateKey))).toBe(401);
    const other = generateKeyPairSync('ed25519');
    expect(await callAs(bearer('robot', other.privateKey))).toBe(401);
    // The public key as a shared secret is the oldest trick with JWTs.
    expect(await callAs(bearer('robot', new TextEncoder().encode(pem(publicKey)), { alg: 'HS256' }))).toBe(
      401,
    );

    await server.call(
      updateAccessKey,
      { params: { id: 'robot' }, body: { key: pem(other.publicKey) } },
      { as: admin },
    );
    expect(await callAs(bearer('robot', privateKey))).toBe(401);
    expect(await callAs(bearer('robot', other.privateKey))).toBe(200);
    server.clock.travel(86_400_000);
    expect(await callAs(bearer('robot', other.privateKey))).toBe(401);
    const nextDay = await buildUser(server.context, { isAdmin: true });
    await server.call(deleteAccessKey, { params: { id: 'robot' } }, { as: nextDay });
    expect((await server.request(getAccessKey, { params: { id: 'robot' } }, { as: admin })).statusCode).toBe(
      404,
    );
  });

  test('that is a service has one key on all machines, and may report its own usage only', async () => {
    const { accessKeys, machineKeys } = server.context;
    const [first, second] = await Promise.all([
      accessKeys.ensureServiceKey('shop'),
      accessKeys.ensureServiceKey('shop'),
    ]);
    expect(second).toEqual(first);
    const token = await bearer(
      first.accessKeyId,
      (await importJWK(first.privateJwk as never, 'EdDSA')) as CryptoKey,
    );
    const headers = { authorization: `Bearer ${token}` };
    expect(await callAs(token)).toBe(403);
    const event = {
      id: 'e',
      domainId: admin.domainId,
      userId: admin.userId,
      metric: 'calls',
      target: 'live',
      type: 'COUNTER',
      quantity: 1,
      at: '2026-11-21T09:00:00Z',
    };
    const batch = (serviceId: string) => ({ body: { batchId: 'b', events: [{ ...event, serviceId }] } });
    expect((await server.request(sendUsageBatch, batch('shop'), { headers })).statusCode).toBe(204);
    expect((await server.request(sendUsageBatch, batch('other'), { headers })).statusCode).toBe(422);
    expect((await server.request(sendUsageBatch, batch('shop'), { as: admin })).statusCode).toBe(403);
    const named = await server.request(
      sendUsageBatch,
      { body: { batchId: 'c', events: [{ ...event, serviceId: 'shop', userId: 'admin' }] } },
      { headers },
    );
    expect([named.statusCode, named.json().errors[0].field]).toEqual([400, 'events.0.userId']);
    const params = { id: first.accessKeyId };
    const { isManaged, serviceId } = await machineKeys.get(first.accessKeyId);
    expect({ isManaged, serviceId }).toEqual({ isManaged: true, serviceId: 'shop' });
    expect((await server.request(deleteAccessKey, { params }, { as: admin })).statusCode).toBe(422);
    const key = pem(generateKeyPairSync('ed25519').publicKey);
    const exchanged = await server.request(updateAccessKey, { params, body: { key } }, { as: admin });
    expect([exchanged.statusCode, exchanged.json().message]).toEqual([
      422,
      expect.stringContaining('service rotate-key shop'),
    ]);
  });

  test('that is a service can be exchanged: whoever runs the service hears of it, and the old one works a while', async () => {
    const { accessKeys, notifications } = server.context;
    await notifications.start();
    const heard = Promise.withResolvers<void>();
    accessKeys.whenServiceKeyIsExchanged(heard.resolve);
    const before = await accessKeys.ensureServiceKey('stall');
    const id = await accessKeys.rotateServiceKey('stall');
    await heard.promise;
    const after = await accessKeys.ensureServiceKey('stall');
    expect(after).toMatchObject({ accessKeyId: id });
    expect(after.privateJwk.d).not.toBe(before.privateJwk.d);
    const call = async ({ accessKeyId, privateJwk }: typeof before) =>
      callAs(await bearer(accessKeyId, (await importJWK(privateJwk as never, 'EdDSA')) as CryptoKey));
    expect([await call(before), await call(after)]).toEqual([403, 403]);
    server.clock.travel(16 * 60_000);
    expect([await call(before), await call(after)]).toEqual([401, 403]);
    await expect(accessKeys.rotateServiceKey('nothing')).rejects.toThrow(/no shipped service "nothing"/);
  });

  test('that was exchanged while no messages arrived is passed on once they do, and only once', async () => {
    const { accessKeys, notifications } = server.context;
    const { promise: heard, resolve } = Promise.withResolvers<void>();
    let times = 0;
    accessKeys.whenServiceKeyIsExchanged(() => {
      times += 1;
      resolve();
    });
    await accessKeys.ensureServiceKey('kiosk');
    await notifications.stop();
    const id = await accessKeys.rotateServiceKey('kiosk');
    await notifications.start();
    await heard;
    expect(await accessKeys.ensureServiceKey('kiosk')).toMatchObject({ accessKeyId: id });
    await notifications.stop();
    await notifications.start();
    expect(times).toBe(1);
  });

  test('that is a service signs in no more once the service was removed', async () => {
    const { services } = server.context;
    await using service = await startScriptedService('harbour', {});
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const call = () => callAs(bearer('service-harbour', privateKey));
    const register = () => services.register(service.address, { publicKey: pem(publicKey) });
    await register();
    expect(await call()).toBe(403);
    await services.delete('harbour');
    expect(await call()).toBe(401);
  });
});
